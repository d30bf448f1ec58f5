// Installs the packed core and command line on machines without a compiler, as npm, pnpm and Yarn do it, and opens a store
// there. Bindings of better-sqlite3 come from loopback, since installs may reach no host but the registry. Node 20 with npm
// unless `--full`: Node 20, 22, 24 and 26 with each of them.
import { mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { serveBindings } from '../support/install/binary-host.mjs'
import { abiOf, bindingOf, SQLITE_VERSION } from '../support/install/binding-of.mjs'
import { MANAGERS } from '../support/install/managers.mjs'
import { createProject } from '../support/install/project.mjs'
import { nodeOf } from '../support/node-of.mjs'
import { sh } from '../support/packaging/shell.mjs'
import { createReport } from '../support/report.mjs'
import { withTemporaryDirectory } from '../support/temporary-directory.mjs'

/** Newer ones have no binding of this better-sqlite3. */
const NEWEST_WITH_BINDING = 25
/** Newer ones use their own SQLite, whether there is a binding or not. */
const NEWEST_WITH_LIBRARY = 23

const { values } = parseArgs({ options: { full: { type: 'boolean', default: false } } })
const NODES = values.full ? [20, 22, 24, 26] : [20]
const NAMES = values.full ? Object.keys(MANAGERS) : ['npm']
const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

const report = createReport('no-compiler: installs on machines without one')
await report.run(() => withTemporaryDirectory(check))

async function check(directory) {
  const tarballs = await pack(path.join(directory, 'packed'))
  for (const version of NODES) {
    const node = await nodeOf(String(version))
    const bindings =
      version > NEWEST_WITH_BINDING ? [] : [[await abiOf(node), await bindingOf(node)]]
    for (const manager of NAMES) {
      const place = path.join(directory, `${version}-${manager}`)
      await report.step(`Node ${version}, ${manager}: stores a file`, () =>
        installAndUse(place, { node, manager, tarballs }, bindings, version),
      )
    }
    if (version < 22) await remedies(directory, { node, tarballs }, bindings)
  }
}

async function pack(into) {
  await mkdir(into)
  await sh(ROOT, 'npm', 'run', '--silent', 'pack', '--', 'core', 'analysis', 'cli', '--into', into)
  const named = (file) => [`@stowage/${/^stowage-(.*?)-\d/.exec(file)[1]}`, path.join(into, file)]
  return new Map((await readdir(into)).map(named))
}

async function installAndUse(directory, setup, bindings, version) {
  const host = await serveBindings(bindings)
  try {
    const project = await createProject(directory, { ...setup, host: host.url })
    await project.install()
    return expectEngine(project, version > NEWEST_WITH_LIBRARY ? 'node:sqlite' : 'better-sqlite3')
  } finally {
    host.close()
  }
}

async function expectEngine(project, engine) {
  const opened = await project.open()
  if (opened !== 'stored 5') throw new Error(opened)
  const told = await project.doctor()
  const line = told.split('\n').find((each) => each.includes(`(${engine}`))
  if (line === undefined) throw new Error(`doctor does not name ${engine}:\n${told}`)
  return line.trim()
}

/** Node 20 without a binding: what the refusal names must help, with the package manager that it names it for. */
async function remedies(directory, setup, bindings) {
  for (const manager of NAMES) {
    const name = `Node 20, ${manager}`
    const place = path.join(directory, `remedy-${manager}`)
    const host = await serveBindings([])
    try {
      const project = await createProject(place, {
        ...setup,
        manager,
        host: host.url,
        allowed: false,
      })
      await project.install()
      const refused = await project.open()
      report.check(
        `${name}: without a binding the store says what to do`,
        refused.startsWith('sqlite_unavailable: ') && refused.includes(MANAGERS[manager].remedy),
        refused,
      )
      const told = await project.doctor()
      report.check(`${name}: doctor says the same`, told.includes(MANAGERS[manager].remedy))
      await report.step(`${name}: what it names helps`, async () => {
        await host.serve(bindings)
        await project.allow()
        const { code, output } = await project.run(MANAGERS[manager].mend)
        if (code !== 0) throw new Error(output)
        return expectEngine(project, 'better-sqlite3')
      })
    } finally {
      host.close()
    }
  }
  report.note(`better-sqlite3 ${SQLITE_VERSION}`)
}
