// Leaves a filter of assets out of each place that must know it, in memory, one place at a time, and fails unless the
// compiler notices each time: `npm run --prefix packages/mutation forgotten-filter`. All other places derive from the table.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

const ROOT = path.resolve(import.meta.dirname, '../..')
const TABLE = 'packages/core/src/model/asset-filters.ts'
const SQLITE = 'packages/core/src/sqlite/finding/conditions.ts'
const POSTGRES = 'packages/postgres/src/finding/conditions.ts'
const PLACES = [TABLE, SQLITE, POSTGRES]

/** One that databases answer by a column, and one that they answer by terms. */
const COLUMN = 'updatedAt'
const TERM = 'externalId'

/** What is left out, of which file, and what stands there instead. */
const MUTANTS = [
  ['the type of callers has no column filter', TABLE, new RegExp(`\\n  readonly ${COLUMN}\\?: .*`)],
  ['the type of callers has no term filter', TABLE, new RegExp(`\\n  readonly ${TERM}\\?: .*`)],
  ['the table has no column filter', TABLE, entryOf(COLUMN)],
  ['the table has no term filter', TABLE, entryOf(TERM)],
  ['a term filter is not declared as one', TABLE, new RegExp(`\\n  \\| '${TERM}'`)],
  [
    'a column filter is declared as one of terms',
    TABLE,
    /\n {2}\| 'mimeType'/,
    `$&\n  | '${COLUMN}'`,
  ],
  ['a term filter has no terms', TABLE, /\n {4}terms: \(ids\) => .*/],
  ['SQLite has no condition', SQLITE, new RegExp(`\\n  ${COLUMN}: .*`)],
  ['PostgreSQL has no condition', POSTGRES, new RegExp(`\\n +${COLUMN}: .*`)],
  ['the table has another kind', TABLE, new RegExp(`(\\n  ${COLUMN}: [^}]*?kind: )\\w+`), '$1FLAG'],
]

const { options } = ts.parseJsonConfigFileContent(
  ts.readConfigFile(path.join(ROOT, 'tsconfig.json'), ts.sys.readFile).config,
  ts.sys,
  ROOT,
)
const host = ts.createCompilerHost({ ...options, noEmit: true }, true)
const readSource = host.getSourceFile.bind(host)
const parsed = new Map()
let changed = new Map()
host.getSourceFile = (file, ...rest) => {
  const text = changed.get(path.relative(ROOT, file))
  if (text !== undefined) return ts.createSourceFile(file, text, ...rest)
  if (!parsed.has(file)) parsed.set(file, readSource(file, ...rest))
  return parsed.get(file)
}

let program
let failed = 0
if (problemsWith(new Map()).length > 0)
  fail('The places have errors as they are. Mend these first.')
for (const [what, file, pattern, replacement = ''] of MUTANTS) {
  const text = readFileSync(path.join(ROOT, file), 'utf8')
  const mutated = text.replace(pattern, replacement)
  if (mutated === text) fail(`${what}: ${file} does not have what is to be left out`)
  else if (problemsWith(new Map([[file, mutated]])).length === 0) fail(`${what}: nothing notices`)
  else console.log(`noticed: ${what}`)
}
console.log(`${MUTANTS.length - failed} passed, ${failed} failed, 0 skipped`)
process.exitCode = failed > 0 ? 1 : 0

/** What the compiler says of the places. */
function problemsWith(texts) {
  changed = texts
  const rootNames = PLACES.map((file) => path.join(ROOT, file))
  program = ts.createProgram({
    rootNames,
    options: { ...options, noEmit: true },
    host,
    oldProgram: program,
  })
  return PLACES.flatMap((file) => {
    const source = program.getSourceFile(path.join(ROOT, file))
    return program.getSemanticDiagnostics(source)
  })
}

function entryOf(name) {
  return new RegExp(`\\n  ${name}: by(?:Column|Terms)\\(\\{[^]*?\\n  \\}\\),`)
}

function fail(message) {
  failed += 1
  console.error(message)
}
