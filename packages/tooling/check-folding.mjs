import { problemsOfCheck } from './exceptions.mjs'

/** Where texts are normalised and folded. All code there bounds a text before working on it. */
const TEXT = 'packages/core/src/text/'

/** Code that normalises, folds or splits a text of any length and language, or sorts it by a table of the platform. */
const FOLDING =
  /(?:\.|\[['"])(?:normalize|toLocale(?:Lower|Upper)Case|localeCompare)\b(?!\s*[:=])|\b(?:Collator|Segmenter)\b/g

/** Changes the case of tokens, which have no language. People's texts are folded in `TEXT`. */
const CASE = /(?:\.|\[['"])to(?:Lower|Upper)Case\b/g

/** Files outside `TEXT` that fold, each with its reason. */
const FOLDS = {
  'packages/cli/src/output/table.ts':
    'cuts a cell, which the output bounds, to the width of a terminal',
  'packages/gallery/src/app/actions/folder-dialog.tsx':
    'in the browser: sorts names of folders, which the service bounds, in the order of the reader',
  'packages/gallery/src/app/listing/folders.ts':
    'in the browser: puts a new folder among others, whose names the service bounds',
  'packages/gallery/src/app/listing/known-tags.ts':
    'in the browser: sorts at most 1000 tags, which the service bounds, in the order of the reader',
}

/** Files outside `TEXT` that change the case of tokens, by the kind of token. */
const TOKENS = {
  'tokens of HTTP, within its limits': [
    'packages/api/src/http/urls/base-url.ts',
    'packages/api/src/http/headers/cors-option.ts',
    'packages/api/src/http/headers/cors.ts',
    'packages/api/src/http/headers/stored-whole.ts',
    'packages/api/src/multipart/part-header.ts',
    'packages/api/src/openapi/openapi-document.ts',
    'packages/api/src/resumable/headers/method.ts',
    'packages/client/src/request/connection.ts',
    'packages/core/src/pictures/accepted-format.ts',
    'packages/from-url/src/fetch/open-url.ts',
    'packages/fetch/src/adapter/target.ts',
    'packages/gallery/src/page/takes-gzip.ts',
    'packages/node/src/adapter/connection/framing-fault.ts',
    'packages/node/src/adapter/request-headers.ts',
  ],
  'names of hosts': ['packages/cli/src/options/same-location.ts'],
  'hexadecimal digits and the letters of a time': [
    'packages/api/src/assets/asset-ids.ts',
    'packages/api/src/finding/filter-text.ts',
    'packages/api/src/folders/folder-query.ts',
    'packages/api/src/http/urls/uuid.ts',
    'packages/api/src/multipart/digest.ts',
    'packages/cli/src/exit/refused-ids.ts',
    'packages/cli/src/options/filter-value.ts',
    'packages/cli/src/target/already-so.ts',
    'packages/core/src/time/given-time.ts',
    'packages/import/src/rows/manifest-files.ts',
  ],
  'media types and extensions, which are bounded before': [
    'packages/analysis/src/detection/markup.ts',
    'packages/analysis/src/detection/zip-type.ts',
    'packages/analysis/src/facts/file-name.ts',
    'packages/analysis/src/facts/media-types.ts',
    'packages/analysis/src/formats/images/svg.ts',
    'packages/core/src/filters/filter-checks.ts',
    'packages/core/src/upload/policy/allow-patterns.ts',
    'packages/gallery/src/app/details/preview/no-preview.tsx',
    'packages/gallery/src/app/grid/card.tsx',
    'packages/gallery/src/app/place/picker-of.ts',
  ],
  'names of options, columns, units and languages': [
    'packages/api/src/http/query/nearest.ts',
    'packages/cli/src/options/bounds.ts',
    'packages/cli/src/options/filter-options.ts',
    'packages/core/src/filters/filter-names.ts',
    'packages/cli/src/target/server-filter.ts',
    'packages/core/src/options/similar-name.ts',
    'packages/core/src/sqlite/transfer/transfer-source.ts',
    'packages/gallery/src/app/words/language.ts',
    'packages/gallery/src/picker/words.ts',
    'packages/import/src/rows/manifest-columns.ts',
    'packages/import/src/rows/own-data-of-row.ts',
    'packages/postgres/src/transaction/enter-transaction.ts',
  ],
  'words of our own': ['packages/cli/src/verbs/assets/change-assets.ts'],
  'names of makers, fields and profiles within a file': [
    'packages/analysis/src/covers/ogg-pictures.ts',
    'packages/analysis/src/photo/exif.ts',
    'packages/analysis/src/photo/png-blocks.ts',
  ],
  'names of files that systems leave': ['packages/import/src/entries/exclusion.ts'],
  'in the browser: names and tags, which the service bounds and compares again': [
    'packages/gallery/src/app/actions/folder-dialog.tsx',
    'packages/gallery/src/app/actions/numbered.ts',
    'packages/gallery/src/app/actions/tags-before.ts',
    'packages/gallery/src/app/listing/known-tags.ts',
    'packages/gallery/src/app/widgets/tags-of.ts',
  ],
}

const withTokens = new Set(Object.values(TOKENS).flat())
const used = new Set()

/** The problems in a file of the product. `where`: its path from the root of the repository. */
export function foldingProblems(where, source) {
  if (where.startsWith(TEXT)) return []
  const problems = []
  for (const [call] of source.matchAll(FOLDING)) {
    if (where in FOLDS) used.add(where)
    else problems.push(`${where} has ${call}…, which only ${TEXT} may: it bounds a text before`)
  }
  for (const [call] of source.matchAll(CASE)) {
    if (withTokens.has(where)) used.add(where)
    else
      problems.push(`${where} has ${call}…): fold texts by ${TEXT}, or list what tokens these are`)
  }
  return problems
}

/** Exceptions that no file needs any more. Call it after all files. */
function unusedFoldingReasons() {
  return [...Object.keys(FOLDS), ...withTokens]
    .filter((where) => !used.has(where))
    .map((where) => `check-folding.mjs lists ${where}, which does not fold`)
}

/** Sources that this check must refuse, and one that it must accept: each run tries them. */
const WRONG = [
  "title.normalize('NFKD')",
  "title['normalize']()",
  'String.prototype.normalize.call(title)',
  'const { Segmenter } = Intl',
  'names.sort(new Intl.Collator().compare)',
  'title.toLocaleLowerCase()',
  'title.toLowerCase()',
  'titles.map(String.prototype.toUpperCase.call)',
]
const RIGHT = ['const name = nameKey(title)']

/** List entries that no file needs, and mistakes of the check itself. */
export const foldingCheckProblems = () => [
  ...unusedFoldingReasons(),
  ...problemsOfCheck(
    'check-folding.mjs',
    (source) => foldingProblems('packages/core/src/planted.ts', source),
    { wrong: WRONG, right: RIGHT },
  ),
]
