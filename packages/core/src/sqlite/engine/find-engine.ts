import nodeModule from 'node:module'
import path from 'node:path'
import { StowageError } from '../../errors/stowage-error.ts'
import { type FoundEngine, openerOf, type SqliteEngine } from './engine.ts'

interface FindEngineOptions {
  /** The file or URL from which better-sqlite3 is looked up. Default: this module. */
  readonly requireFrom?: string
  /** For tests. Default: an import that bundlers and file tracers can see. */
  readonly importLibrary?: () => Promise<{ readonly default: unknown }>
}

/**
 * Finds the engine asked for; with `auto` the first that works of better-sqlite3 and node:sqlite.
 * `sqlite_unavailable` when none works; its `cause` holds what each engine said.
 */
export async function findEngine(
  wanted: SqliteEngine | 'auto',
  options: FindEngineOptions = {},
): Promise<FoundEngine> {
  const candidates: SqliteEngine[] =
    wanted === 'auto' ? ['better-sqlite3', 'node:sqlite'] : [wanted]
  const failures: unknown[] = []
  for (const engine of candidates) {
    try {
      const found: FoundEngine =
        engine === 'node:sqlite' ? { engine } : { engine, library: await findLibrary(options) }
      // better-sqlite3 loads its binding only with the first database.
      openerOf(found)(':memory:').close()
      return found
    } catch (error) {
      failures.push(error)
    }
  }
  throw new StowageError(
    'sqlite_unavailable',
    'SQLite cannot be loaded. Either install better-sqlite3 and allow its install script ' +
      '(`npm install better-sqlite3`, after a change of Node `npm rebuild better-sqlite3`; pnpm: ' +
      'name it in `onlyBuiltDependencies`), or run on Node 22.13 or later, which has node:sqlite built in.',
    {
      context: { engine: wanted },
      cause: failures.length === 1 ? failures[0] : new AggregateError(failures),
    },
  )
}

/**
 * The path of better-sqlite3's module: beside `requireFrom`, else where the import led, which a framework
 * may have moved.
 */
async function findLibrary({
  // A bundle in CommonJS format has no `import.meta.url`.
  requireFrom = import.meta.url || path.resolve('index.js'),
  importLibrary = () => import('better-sqlite3'),
}: FindEngineOptions): Promise<string> {
  try {
    return nodeModule.createRequire(requireFrom).resolve('better-sqlite3')
  } catch (error) {
    const { default: library } = await importLibrary()
    // Node keeps every CommonJS module that it has loaded by its path.
    const { cache } = nodeModule.createRequire(path.resolve('index.js'))
    const file = Object.keys(cache).find((each) => cache[each]?.exports === library)
    if (file === undefined) throw error
    return file
  }
}
