/// <reference path="./better-sqlite3.d.ts" />
import nodeModule from 'node:module'
import { pathToFileURL } from 'node:url'
import type { SqliteClient } from './client.ts'

/** A library that runs SQLite in this process. */
export type SqliteDriver = 'better-sqlite3' | 'node:sqlite'

/** A driver that works here, as plain data, so that other threads can open databases with it too. */
export type FoundDriver =
  | {
      readonly driver: 'better-sqlite3'
      /** Absolute path of the package's module. */
      readonly library: string
    }
  | { readonly driver: 'node:sqlite' }

export interface OpenOptions {
  /** The file must exist and is never written to. */
  readonly readOnly?: boolean
  /** Makes no file when there is none. */
  readonly mustExist?: boolean
}

/** Opens a connection of a driver. */
export type OpenDatabase = (file: string, options?: OpenOptions) => SqliteClient

type BetterSqlite3 = typeof import('better-sqlite3').default

interface NodeSqlite {
  readonly DatabaseSync: new (
    file: string,
    options?: { readonly readOnly?: boolean },
  ) => SqliteClient
}

/** Loads a found driver. Throws what loading it throws. */
export function openerOf(found: FoundDriver): OpenDatabase {
  return found.driver === 'better-sqlite3'
    ? // By its member: webpack would put `undefined` in place of an imported `createRequire`.
      betterSqlite3(nodeModule.createRequire(found.library)(found.library))
    : nodeSqlite()
}

function betterSqlite3(Database: BetterSqlite3): OpenDatabase {
  return (file, { readOnly = false, mustExist = readOnly } = {}) =>
    new Database(file, { readonly: readOnly, fileMustExist: mustExist })
}

function nodeSqlite(): OpenDatabase {
  // Not an import: bundlers and older versions of Node would fail on it.
  const sqlite = process.getBuiltinModule?.('node:sqlite') as NodeSqlite | undefined
  if (sqlite === undefined) throw new Error(`Node ${process.versions.node} has no node:sqlite.`)
  return (file, { readOnly = false, mustExist = false } = {}) => {
    // There is no option for this, but the path may be a URI (https://sqlite.org/uri.html).
    const path = mustExist ? `${pathToFileURL(file)}?mode=rw` : file
    return closedOnce(new sqlite.DatabaseSync(path, { readOnly }))
  }
}

/** Makes `close` idempotent, as better-sqlite3's is; node:sqlite throws on a second call. */
function closedOnce(client: SqliteClient): SqliteClient {
  let close: (() => unknown) | null = client.close.bind(client)
  client.close = () => {
    const closing = close
    close = null
    return closing?.()
  }
  return client
}
