// Limits the use of `createdAt`. Imported assets have their own dates, so it is data: the order in which things came is
// that of their unique numbers (`seq`). Ids come from one place too, which copes with a clock that jumps back.
import { exceptionsOf, problemsOfCheck } from './exceptions.mjs'

const CREATED = '(?:createdAt|created_at)'

/** Code that uses `createdAt` as an order, or makes ids without `newUuid`. */
const RULES = [
  [
    'order',
    new RegExp(`\\b${CREATED}\\b\\)?\\s*(?:[<>]=?|[!=]==?)\\s(?!undefined|null)`),
    'compares `createdAt`, which is data: use `seq`',
  ],
  [
    'order',
    new RegExp(`(?:[<>]=?|[!=]==?)\\s[\\w.(]*\\.${CREATED}\\b`),
    'compares `createdAt`, which is data: use `seq`',
  ],
  ['order', /ORDER BY [^`'"]*created_at/, 'sorts by `created_at`, which is data: use `seq`'],
  ['order', /\bby\w*\(\s*'createdAt'/i, 'sorts by `createdAt`, which is data: use `seq`'],
  [
    'order',
    /\((?:\w+\.)?created_at,[^)]*\)\s*[<>]|\b(?:max|min)\((?:\w+\.)?created_at\b/i,
    'finds by `created_at` what came before or after: use `seq`',
  ],
  [
    'order',
    /(?:\.createdAt\)? -(?!>)|- [\w.(]*\.createdAt\b|\bcompare\w*\([^\n]*\.createdAt\b)/,
    'compares `createdAt`, which is data: use `seq`',
  ],
  [
    'order',
    /\bcreatedAt: \{ (?:lt|lte|gt|gte)\b/,
    'finds by `createdAt` what came before or after: use `seq`',
  ],
  [
    'numbers',
    /(?<!Math\.)\bmax\([\w.]+\)(?:, *\d+)?\)* *\+ *1\b/i,
    'gives a number that a deleted row may have had: use AUTOINCREMENT, an identity or `next_seq`',
  ],
  ['numbers', /\bsetval\(|\bRESTART\b|\bsqlite_sequence\b/, 'lets numbers begin again'],
  ['ids', /from 'uuid'/, 'makes ids of its own: use `newUuid`'],
]

const KEYS =
  'keys are not imported; a move keeps their times, not their numbers, by which those of one time go'
const ELSEWHERE = 'a table of another system'

/** Files with an exception, and why. */
const exceptions = exceptionsOf('check-times.mjs', {
  'packages/core/src/time/new-uuid.ts': { ids: 'the one place that makes ids' },
  'packages/core/src/sqlite/keys/key-reads.ts': { order: KEYS },
  'packages/core/src/memory/metadata/api-keys.ts': { order: KEYS },
  'packages/postgres/src/keys/key-records.ts': { order: KEYS },
  'packages/api/src/delivery/plan-delivery.ts': {
    order: 'whether the content was ever changed: a change moves `updatedAt`',
  },
  'packages/cli/src/verbs/assets/show.ts': { order: 'shows one of two dates that are the same' },
  'packages/postgres/src/transfer/replace-rows.ts': {
    numbers: 'a move: the numbers go on behind those that came',
  },
  'packages/import/src/systems/database-rows.ts': { order: ELSEWHERE },
  'packages/import/src/systems/from-active-storage.ts': { order: ELSEWHERE },
})

/** The problems in a file; empty when there are none. */
export function timeProblems(where, source) {
  if (/\.(test|fixture)\.ts$|\/testing\//.test(where)) return []
  // A statement may name what it sorts by on a separate line.
  const lines = source.replace(/ORDER BY\s*\n\s*/g, 'ORDER BY ').split('\n')
  return lines.flatMap((line, index) => {
    if (/^\s*(\*|\/\/|\/\*)/.test(line)) return []
    return RULES.filter(([, pattern]) => pattern.test(line))
      .filter(([word]) => !exceptions.allow(where, word))
      .map(([, , fault]) => `${where}:${index + 1} ${fault}`)
  })
}

/** Sources that this check must refuse, and sources that it must accept: each run tries them. */
const WRONG = [
  'if (a.createdAt < b.createdAt) return -1',
  'WHERE (created_at, number) > (?, ?)',
  'SELECT max(a.created_at) FROM assets',
  'ORDER BY tenant, created_at',
  'ORDER BY\n  created_at',
  "list.sort(byKey('createdAt'))",
  'filter: { createdAt: { lt: last.createdAt } }',
  "import { v4 } from 'uuid'",
  'SELECT max(number) + 1 FROM tenants',
  'Date.parse(a.createdAt) - Date.parse(b.createdAt)',
  'return compareText(a.createdAt, b.createdAt)',
  "SELECT setval('tenants_number_seq', 1)",
]
const RIGHT = [
  'if (asset.createdAt === undefined) return null',
  'SELECT created_at FROM assets ORDER BY seq',
]

/** List entries that no file needs, and mistakes of the check itself. */
export const timeCheckProblems = () => [
  ...exceptions.unused(),
  ...problemsOfCheck(
    'check-times.mjs',
    (source) => timeProblems('packages/core/src/planted.ts', source),
    { wrong: WRONG, right: RIGHT },
  ),
]
