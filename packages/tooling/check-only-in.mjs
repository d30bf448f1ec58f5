// What one file does for all others of its package, because it contains a rule that others would forget.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { codeLines, problemsOfCheck } from './exceptions.mjs'

const ROOT = path.resolve(import.meta.dirname, '../..')

const ONLY = [
  {
    in: ['packages/api/src/body/parse-json.ts'],
    of: 'packages/api/src/',
    pattern: /\bJSON\s*\.\s*parse\b|\.json\(\)/,
    does: 'parses JSON, without counting what a hostile text holds',
    wrong: ['const value = JSON.parse(text)', 'await request.json()'],
    right: ['JSON.stringify(value)'],
  },
  {
    in: ['packages/api/src/body/json-body.ts', 'packages/api/src/multipart/raw-file.ts'],
    of: 'packages/api/src/',
    pattern: /(?:\.|\{[^}]*|\[')parsedJson\b(?!\?:)/,
    does: 'takes a body that a framework parsed, without the list of its members',
    wrong: ['const { headers, parsedJson } = request', 'return request.parsedJson?.value'],
    right: ['readonly parsedJson?: ParsedJson'],
  },
  {
    in: ['packages/core/src/time/given-time.ts', 'packages/core/src/time/timestamp.ts'],
    of: 'packages/core/src/',
    pattern: /\bDate\s*\.\s*parse\b/,
    does: 'reads a time that someone wrote, so that 30 February passes for 2 March',
    wrong: ['const millis = Date.parse(value)'],
    right: ['const micros = microsOfText(value)'],
  },
  {
    in: ['packages/api/src/http/headers/dates.ts'],
    of: 'packages/api/src/',
    pattern: /\bDate\s*\.\s*parse\b/,
    does: 'reads a time that a client wrote, so that 30 February passes for 2 March',
    wrong: ['if (Date.parse(value) > now) return'],
    right: ['if (microsOfText(value) > now) return'],
  },
  {
    use: 'packages/core/src/arguments/given-items.ts',
    in: [
      // JSON has no holes.
      'packages/client/src/errors/api-client-error.ts',
      'packages/import/src/rows/own-data-of-row.ts',
      // A message whose sender writes no holes.
      'packages/gallery/src/picker/picked.ts',
      // Ids of an error of the core.
      'packages/api/src/assets/asset-ids.ts',
      // A loop, which skips none.
      'packages/core/src/ports/refuse-undefined.ts',
    ],
    of: 'packages/',
    pattern:
      /\bArray\.isArray\((\w+)\) (?:\? \1 : \[\1\]|(?:\?|&&) \1\.(?:every|filter|flatMap|map|some)\()/,
    does: 'reads an array that a caller gave by a method that skips holes',
    wrong: [
      'const values = Array.isArray(value) ? value : [value]',
      'return Array.isArray(list) && list.every((each) => isText(each))',
    ],
    right: [
      'if (!isObject(value) || Array.isArray(value)) return false',
      'const values = givenItems(value, MAX) ?? [value]',
    ],
  },
  {
    in: ['packages/analysis/src/libraries/library-type.ts'],
    of: 'packages/analysis/src/',
    pattern: /['"]file-type(?:\/\w+)?['"]/,
    does: 'asks file-type, which may answer what our readers refused',
    wrong: ["import { fileTypeFromFile } from 'file-type/node'", "await import('file-type')"],
    right: ["import { libraryType } from '../libraries/library-type.ts'"],
  },
  {
    in: [
      // When the store opens, or is created.
      'packages/core/src/store/opening/store-location.ts',
      'packages/core/src/sqlite/driver/find-driver.ts',
      'packages/core/src/maintenance/maintenance.ts',
      // In a thread that ends with the failure.
      'packages/analysis/src/libraries/library.worker.ts',
    ],
    of: 'packages/',
    // A command loads what it needs when it starts, a page from its server.
    except: /^packages\/(?:cli|gallery|testing)\//,
    pattern: /(?:await|=>) import\([^)]*\)(?!\.)/,
    does: 'loads a module late, perhaps while no descriptor is free, and Node never loads again what failed once',
    wrong: ["const { work } = await import('./work.ts')", "const load = () => import('./work.ts')"],
    right: ["type Work = typeof import('./work.ts')", '  ) => void'],
  },
  {
    use: 'packages/core/src/async/linked-abort.ts',
    in: [],
    of: 'packages/',
    pattern: /\bAbortSignal\s*\.\s*any\b/,
    does: 'joins signals that Node 20 may collect as garbage, and a time limit then never ends',
    wrong: ['const until = AbortSignal.any([signal, closing])'],
    right: ['const ending = new LinkedAbort(signal, closing)'],
  },
  {
    in: [
      'packages/core/src/async/start-thread.ts',
      'packages/analysis/src/libraries/start-library-worker.ts',
      // In the process that makes pictures, which opens no files besides.
      'packages/sharp/src/heif/decode-heif.ts',
    ],
    of: 'packages/',
    except: /^packages\/(?:gallery|testing)\//,
    pattern: /\bnew Worker\(/,
    does: 'starts a thread without checking first that descriptors are free',
    wrong: ['const worker = new Worker(code, { eval: true })'],
    right: ['const worker = startThread(code, { name })', 'function start(): Worker {'],
  },
]

/** The problems in a file of the product. */
export function onlyInProblems(where, source) {
  return ONLY.filter(
    (rule) =>
      where.startsWith(rule.of) && !rule.in.includes(where) && rule.except?.test(where) !== true,
  ).flatMap((rule) =>
    codeLines(source)
      .filter(({ line }) => rule.pattern.test(line))
      .map(
        ({ number }) => `${where}:${number} ${rule.does}: use ${rule.use ?? rule.in.join(' or ')}`,
      ),
  )
}

/** Mistakes of the check itself, and files that it names without need. */
export const onlyInCheckProblems = () =>
  ONLY.flatMap((rule) => [
    ...problemsOfCheck(
      'check-only-in.mjs',
      (source) => onlyInProblems(`${rule.of}planted.ts`, source),
      rule,
    ),
    ...rule.in
      .filter((file) => !hasMatch(file, rule.pattern))
      .map((file) => `check-only-in.mjs: ${file} need not be named: it has no ${rule.pattern}`),
  ])

function hasMatch(file, pattern) {
  const source = readFileSync(path.join(ROOT, file), 'utf8')
  return codeLines(source).some(({ line }) => pattern.test(line))
}
