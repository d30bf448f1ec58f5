// Leaves a filter, and then a field of assets, out of each place that must know it: in memory, one place at a time.
// Fails unless the compiler notices each time: `npm run --prefix packages/mutation forgotten`. All other places derive
// from these places.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { FIELD_MUTANTS } from './forgotten-field.mjs'
import { FILTER_MUTANTS } from './forgotten-filter.mjs'

const ROOT = path.resolve(import.meta.dirname, '../..')
const MUTANTS = [...FILTER_MUTANTS, ...FIELD_MUTANTS]
const PLACES = [...new Set(MUTANTS.map(({ file }) => file))]

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
for (const { what, file, pattern, replacement = '' } of MUTANTS) {
  const text = readFileSync(path.join(ROOT, file), 'utf8')
  const mutated = text.replace(pattern, replacement)
  if (mutated === text) fail(`${what}: ${file} does not have what is to be left out`)
  else if (problemsWith(new Map([[file, mutated]])).length === 0) fail(`${what}: nothing notices`)
  else console.log(`noticed: ${what}`)
}
console.log(`${MUTANTS.length - failed} passed, ${failed} failed, 0 skipped`)
process.exitCode = failed > 0 ? 1 : 0

/** What the compiler reports about the places. */
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

function fail(message) {
  failed += 1
  console.error(message)
}
