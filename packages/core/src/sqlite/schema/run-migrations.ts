import type { MigrationProgress } from '../../events/migration-progress.ts'
import { rollBack, type SqliteClient } from '../driver/client.ts'
import { fillProgressOf, removeFillProgress, saveFillProgress } from './fill-progress.ts'
import type { FillBatch, Migration } from './migration.ts'

interface RunOptions {
  readonly client: SqliteClient
  readonly migrations: readonly Migration[]
  /** Throws when the database is not for these migrations. Called once the write lock is held. */
  readonly assertUsable: () => void
  /** Called after each commit that left something to do. */
  readonly report: (progress: MigrationProgress) => void
}

/**
 * Brings a database to the newest version. Several processes may do so at once: each checks the version under the
 * write lock and does the next step. A new database is made in one transaction.
 */
export function runMigrations(options: RunOptions): void {
  const { client, migrations, report } = options
  while (versionOf(client) < migrations.length) {
    advance(options)
    const progress = migrationProgressOf(client, migrations.length)
    if (progress.version < progress.newest) report(progress)
  }
}

/** The version in the header of the file: the number of migrations done. */
export function versionOf(client: SqliteClient): number {
  const row = client.prepare('PRAGMA user_version').get() as { user_version: number }
  return row.user_version
}

/** Reads all in one transaction: between two reads, another process may end the migration and remove its progress. */
export function migrationProgressOf(client: SqliteClient, newest: number): MigrationProgress {
  client.exec('BEGIN')
  try {
    const version = versionOf(client)
    return { version, newest, part: fillProgressOf(client)?.part ?? 0 }
  } finally {
    client.exec('COMMIT')
  }
}

/** Does the next step in one transaction. */
function advance({ client, migrations, assertUsable }: RunOptions): void {
  client.exec('BEGIN IMMEDIATE')
  try {
    assertUsable()
    const before = versionOf(client)
    const after = before === 0 ? makeNew(client, migrations) : runNext(client, migrations, before)
    if (after !== before) client.exec(`PRAGMA user_version = ${after}`)
    client.exec('COMMIT')
  } catch (error) {
    rollBack(client)
    throw error
  }
}

function makeNew(client: SqliteClient, migrations: readonly Migration[]): number {
  let version = 0
  while (version < migrations.length) version = runNext(client, migrations, version)
  return version
}

/** Runs the next transactions, or one index, or one batch. Returns the resulting version. */
function runNext(client: SqliteClient, migrations: readonly Migration[], version: number): number {
  const step = migrations[version]
  switch (step?.kind) {
    case undefined:
      return version
    case 'index':
      client.exec(step.text)
      return version + 1
    case 'fill':
      return runBatch(client, step) === null ? version + 1 : version
    case 'transaction':
      step.run(client)
      return migrations[version + 1]?.kind === 'transaction'
        ? runNext(client, migrations, version + 1)
        : version + 1
  }
}

function runBatch(
  client: SqliteClient,
  { batch }: Extract<Migration, { readonly kind: 'fill' }>,
): FillBatch['next'] {
  const { next, part } = batch(client, fillProgressOf(client)?.cursor ?? null)
  if (next === null) removeFillProgress(client)
  else saveFillProgress(client, { cursor: next, part })
  return next
}
