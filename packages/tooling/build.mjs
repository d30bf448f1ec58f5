// `npm run build`: builds the packages whose sources, dependencies, tools or output changed since they were built, and
// leaves the others alone. `node build.mjs examples/node-http` builds only what that package needs; `--no-declarations`
// builds only code that runs. A package's `.cache/build.json` records what it was built from; `--force` ignores that.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { DECLARATIONS } from './declarations.mjs'
import { digestOf, fileDigest, filesBelow } from './digest.mjs'
import { fingerprints, neededBy } from './fingerprints.mjs'
import { workspacePackages } from './workspace.mjs'

const ROOT = path.resolve(import.meta.dirname, '../..')
/** Builds at once; each holds the TypeScript compiler in memory. */
const AT_ONCE = Math.min(4, availableParallelism())

const { values, positionals } = parseArgs({
  options: {
    force: { type: 'boolean', default: false },
    declarations: { type: 'boolean', default: true },
  },
  allowNegative: true,
  allowPositionals: true,
})
const packages = workspacePackages(ROOT)
const built = fingerprints(ROOT, packages)
const started = new Map()
const waiting = []
let running = 0
const counts = { built: 0, current: 0, failed: 0 }

await Promise.all(wanted().map(ready))
const known = counts.current > 0 ? `${counts.current} packages are up to date` : ''
const failed = counts.failed > 0 ? `${counts.failed} were not built` : ''
console.log([`${counts.built} packages built`, known, failed].filter(Boolean).join(', '))
process.exitCode = counts.failed > 0 ? 1 : 0

/** The names of the packages to build: all, or those that the packages in the given folders need. */
function wanted() {
  if (positionals.length === 0) return [...built.keys()]
  return positionals.flatMap((folder) => {
    const found = packages.find((each) => each.folder === path.normalize(folder).replace(/\/$/, ''))
    if (found === undefined) throw new Error(`There is no package in ${folder}.`)
    return [found.name, ...neededBy(found.manifest)].filter((name) => built.has(name))
  })
}

/** Brings a package up to date, after those that it needs. Resolves to whether that worked. */
function ready(name) {
  if (!started.has(name)) started.set(name, bringUpToDate(built.get(name)))
  return started.get(name)
}

async function bringUpToDate(each) {
  const needed = await Promise.all(each.needs.map(ready))
  if (needed.includes(false)) {
    counts.failed += 1
    return false
  }
  if (!values.force && isUpToDate(each)) {
    counts.current += 1
    return true
  }
  const isBuilt = await inTurn(() => build(each))
  counts[isBuilt ? 'built' : 'failed'] += 1
  return isBuilt
}

function isUpToDate({ folder, fingerprint }) {
  const record = recordOf(folder)
  if (!existsSync(record)) return false
  const last = lastBuild(record)
  if (values.declarations && !last.declarations) return false
  return last.fingerprint === fingerprint && last.output === outputOf(folder)
}

/** A record that was cut off while being written counts as none. */
function lastBuild(record) {
  try {
    return JSON.parse(readFileSync(record, 'utf8'))
  } catch {
    return {}
  }
}

/** Has no record until it is done, so that an interrupted build runs again. */
async function build({ name, folder, script, fingerprint }) {
  rmSync(recordOf(folder), { force: true })
  console.log(`building ${name} …`)
  const start = performance.now()
  const child = spawn(script, {
    cwd: path.join(ROOT, folder),
    shell: true,
    env: {
      ...process.env,
      [DECLARATIONS]: values.declarations ? 'all' : 'none',
      PATH: `${path.join(ROOT, 'node_modules/.bin')}${path.delimiter}${process.env.PATH}`,
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  const [code] = await once(child, 'close')
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  if (code !== 0) {
    console.error(`${name} was not built (exit ${code}):\n${output}`)
    return false
  }
  console.log(`${name}: ${seconds} s`)
  mkdirSync(path.dirname(recordOf(folder)), { recursive: true })
  const { declarations } = values
  writeFileSync(
    recordOf(folder),
    JSON.stringify({ fingerprint, declarations, output: outputOf(folder) }),
  )
  return true
}

function recordOf(folder) {
  return path.join(ROOT, folder, '.cache', 'build.json')
}

/** Changes when a file in `dist` was deleted or edited. */
function outputOf(folder) {
  return digestOf(filesBelow(ROOT, `${folder}/dist`).map((file) => fileDigest(ROOT, file)))
}

/** Runs `body` once fewer than `AT_ONCE` others run. */
async function inTurn(body) {
  if (running < AT_ONCE) running += 1
  else await new Promise((resolve) => waiting.push(resolve))
  try {
    return await body()
  } finally {
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next()
  }
}
