import { readFileSync } from 'node:fs'
import nodeModule from 'node:module'
import path from 'node:path'
import { StowageError } from '../../errors/stowage-error.ts'
import { type FoundDriver, openerOf, type SqliteDriver } from './driver.ts'
import { fitsNode } from './fits-node.ts'

/** The last versions of better-sqlite3 with a prebuilt binding for Node 20; the range of our `package.json`. */
export const WITH_BINDING = '~12.9.0'

/** The first Node whose own SQLite is compiled with FTS5. */
const WITH_SEARCH = '22.16'

interface FindDriverOptions {
  /** The file or URL from which better-sqlite3 is looked up. Default: this module. */
  readonly requireFrom?: string
  /** For tests. Default: an import that bundlers and file tracers can see. */
  readonly importLibrary?: () => Promise<{ readonly default: unknown }>
  /** For tests. Default: that of this process. */
  readonly nodeVersion?: string
}

/**
 * Finds the requested driver; with `auto` the first that works of better-sqlite3 and node:sqlite. `sqlite_unavailable`
 * when none works; its `cause` holds what each driver said.
 */
export async function findDriver(
  wanted: SqliteDriver | 'auto',
  options: FindDriverOptions = {},
): Promise<FoundDriver> {
  const candidates: SqliteDriver[] =
    wanted === 'auto' ? ['better-sqlite3', 'node:sqlite'] : [wanted]
  const { nodeVersion = process.versions.node } = options
  const failures: unknown[] = []
  for (const driver of candidates) {
    try {
      const found: FoundDriver =
        driver === 'node:sqlite' ? { driver } : { driver, library: await findLibrary(options) }
      if (found.driver === 'better-sqlite3') assertFits(found.library, nodeVersion, wanted)
      assertSearches(found, nodeVersion)
      return found
    } catch (error) {
      failures.push(error)
    }
  }
  throw new StowageError(
    'sqlite_unavailable',
    `SQLite cannot be loaded. Either install better-sqlite3 ${WITH_BINDING} and allow its install script ` +
      `(\`npm install better-sqlite3@${WITH_BINDING}\`, after a change of Node \`npm rebuild better-sqlite3\`; pnpm: ` +
      '`allowBuilds: {better-sqlite3: true}` in pnpm-workspace.yaml and `pnpm rebuild better-sqlite3`; Yarn: ' +
      '`"dependenciesMeta": {"better-sqlite3": {"built": true}}` in package.json and `yarn rebuild better-sqlite3`): ' +
      'it comes with a binding for Node 20 to 25 and needs no compiler. ' +
      `Or run on Node ${WITH_SEARCH} or later, which has node:sqlite built in.`,
    {
      context: { driver: wanted },
      cause: failures.length === 1 ? failures[0] : new AggregateError(failures),
    },
  )
}

/**
 * Throws unless the driver loads and has full-text search. better-sqlite3 loads its binding only with the first
 * database.
 */
function assertSearches(found: FoundDriver, nodeVersion: string): void {
  const client = openerOf(found)(':memory:')
  try {
    if (client.prepare("SELECT 1 FROM pragma_module_list WHERE name = 'fts5'").get()) return
  } finally {
    client.close()
  }
  throw new Error(
    `The ${found.driver} of this Node ${nodeVersion} has no FTS5: that of Node ${WITH_SEARCH} and later has it.`,
  )
}

/**
 * Throws unless the package says that it runs on this Node. The binding of another one may end the process. So may that
 * of versions before 13 on Node 24 and later: where it was compiled for Node 24.19 or later, the collection of its
 * objects aborts (WiseLibs/better-sqlite3#1515). `auto` never takes it there; who asks for it by name gets it.
 */
function assertFits(library: string, nodeVersion: string, wanted: SqliteDriver | 'auto'): void {
  const { version = '', engines } = manifestOf(library) ?? {}
  if (!fitsNode(engines?.node, nodeVersion)) {
    throw new Error(
      `better-sqlite3 ${version} is for Node ${engines?.node}, and this is Node ${nodeVersion}.`,
    )
  }
  if (wanted === 'auto' && fitsNode('>=24', nodeVersion) && /^(?:\d|1[0-2])\./.test(version)) {
    throw new Error(`better-sqlite3 ${version} may end the process on Node ${nodeVersion}.`)
  }
}

interface Manifest {
  readonly name?: string
  readonly version?: string
  readonly engines?: { readonly node?: string }
}

/** The nearest package.json above a module; `undefined` where there is none, as in a bundle. */
function manifestOf(module: string): Manifest | undefined {
  for (let folder = path.dirname(module); ; folder = path.dirname(folder)) {
    try {
      return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Manifest
    } catch {
      if (path.basename(folder) === 'better-sqlite3' || path.dirname(folder) === folder) return
    }
  }
}

/**
 * The path of better-sqlite3's module: as resolved from `requireFrom`, else where the import found it, since a
 * framework may have moved it.
 */
async function findLibrary({
  // A bundle in CommonJS format has no `import.meta.url`.
  requireFrom = import.meta.url || path.resolve('index.js'),
  importLibrary = () => import('better-sqlite3'),
}: FindDriverOptions): Promise<string> {
  try {
    return nodeModule.createRequire(requireFrom).resolve('better-sqlite3')
  } catch (error) {
    const { default: library } = await importLibrary()
    // Node caches every loaded CommonJS module by its path.
    const { cache } = nodeModule.createRequire(path.resolve('index.js'))
    const file = Object.keys(cache).find((each) => cache[each]?.exports === library)
    if (file === undefined) throw error
    return file
  }
}
