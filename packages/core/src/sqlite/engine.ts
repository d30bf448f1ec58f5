import { createRequire } from 'node:module'
import { StowageError } from '../errors/stowage-error.ts'
import type { SqliteClient } from './client.ts'

/** A library that runs SQLite in this process. */
export type SqliteEngine = 'better-sqlite3' | 'node:sqlite'

/** Opens a connection of an engine. */
export type OpenDatabase = (file: string) => SqliteClient

type DatabaseClass = new (file: string) => SqliteClient

const LOADERS: Readonly<Record<SqliteEngine, (requireFrom: string) => OpenDatabase>> = {
  'better-sqlite3': (requireFrom) => {
    const Database: DatabaseClass = createRequire(requireFrom)('better-sqlite3')
    return (file) => new Database(file)
  },
  'node:sqlite': () => {
    // Not an import: bundlers and older Nodes would stumble over it.
    const sqlite = process.getBuiltinModule?.('node:sqlite') as
      | { readonly DatabaseSync: DatabaseClass }
      | undefined
    if (sqlite === undefined) throw new Error(`Node ${process.versions.node} has no node:sqlite.`)
    return (file) => new sqlite.DatabaseSync(file)
  },
}

/**
 * Loads the engine asked for; with `auto` the first that works of better-sqlite3 and node:sqlite.
 * `requireFrom` is the file or URL from which better-sqlite3 is looked up. `sqlite_unavailable` when
 * nothing can be loaded; its `cause` holds what each engine said.
 */
export function loadEngine(
  wanted: SqliteEngine | 'auto',
  requireFrom: string,
): { readonly engine: SqliteEngine; readonly open: OpenDatabase } {
  const candidates: SqliteEngine[] =
    wanted === 'auto' ? ['better-sqlite3', 'node:sqlite'] : [wanted]
  const failures: unknown[] = []
  for (const engine of candidates) {
    try {
      const open = LOADERS[engine](requireFrom)
      // better-sqlite3 loads its binding only with the first database.
      open(':memory:').close()
      return { engine, open }
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
