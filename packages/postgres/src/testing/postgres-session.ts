import pg from 'pg'
import { expect, onTestFinished } from 'vitest'
import { type PostgresFixture, postgresUrl } from './postgres-fixture.ts'

/** Runs SQL on its own connection. `$schema` stands for the schema of the fixture. */
export type Session = (
  text: string,
  values?: unknown[],
) => Promise<{ readonly rows: readonly Readonly<Record<string, unknown>>[] }>

/** A session of one test, such as one that began before a recording. */
export async function sessionOn({ schema }: PostgresFixture): Promise<Session> {
  const client = new pg.Client({ connectionString: postgresUrl() })
  await client.connect()
  onTestFinished(() => client.end())
  const quoted = pg.escapeIdentifier(schema)
  return (text, values = []) =>
    client.query(
      text.replaceAll('$schema', () => quoted),
      values,
    )
}

/** Resolves once another session waits for a row or a table that this session holds. */
export async function anotherWaits(session: Session): Promise<void> {
  const waiting = `SELECT pid FROM pg_stat_activity WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid))`
  await expect.poll(async () => (await session(waiting)).rows.length).toBeGreaterThan(0)
}
