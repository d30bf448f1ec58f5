import { randomUUID } from 'node:crypto'
import type { MigratableMetadata } from '@stowage/core/internal'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import {
  type OpenPostgresOptions,
  openPostgresMetadata,
} from '../metadata/open-postgres-metadata.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the server that all tests share. */
    readonly postgresUrl: string
    /** Whether a test drops its schema: the server outlives the run. */
    readonly dropsSchemas: boolean
  }
}

/** A schema that no other test has. */
export interface PostgresFixture {
  readonly schema: string
  /** Opens a store on it, by default with its own pool. */
  open(options?: Partial<OpenPostgresOptions>): Promise<MigratableMetadata>
  /** Runs SQL as the superuser. `$schema` stands for the schema. */
  sql<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>
  /** Closes every store, and drops the schema unless the server goes with the run. */
  dispose(): Promise<void>
}

export function postgresUrl(): string {
  return inject('postgresUrl')
}

export function postgresFixture(url: string = postgresUrl()): PostgresFixture {
  const schema = `test "${randomUUID()}"`
  const opened: MigratableMetadata[] = []
  const pool = new pg.Pool({ connectionString: url, max: 4 })
  pool.on('error', () => {})
  const quoted = pg.escapeIdentifier(schema)
  const sql = async <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> => {
    const client = await pool.connect()
    try {
      await client.query('BEGIN')
      const result = await client.query(text.replaceAll('$schema', quoted), [...values])
      await client.query('COMMIT')
      return result.rows
    } catch (error) {
      await client.query('ROLLBACK')
      throw error
    } finally {
      client.release()
    }
  }
  return {
    schema,
    sql,
    async open(options = {}) {
      const own = options.pool === undefined ? { url } : {}
      const metadata = await openPostgresMetadata({ connections: 5, schema, ...own, ...options })
      opened.push(metadata)
      return metadata
    },
    async dispose() {
      for (const metadata of opened) await metadata.close()
      if (inject('dropsSchemas')) await sql('DROP SCHEMA IF EXISTS $schema CASCADE')
      await pool.end()
    },
  }
}

/** The fixture of one test, gone when it ends. */
export function fixtureOfTest(url?: string): PostgresFixture {
  const fixture = postgresFixture(url)
  onTestFinished(() => fixture.dispose())
  return fixture
}

/** The URL of a database for one test, which has its own statistics. */
export async function databaseOfTest(): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const run = async (text: string): Promise<void> => {
    const client = new pg.Client({ connectionString: postgresUrl() })
    await client.connect()
    await client.query(text)
    await client.end()
  }
  await run(`CREATE DATABASE ${name}`)
  onTestFinished(() => run(`DROP DATABASE ${name} WITH (FORCE)`))
  const url = new URL(postgresUrl())
  url.pathname = `/${name}`
  return url.href
}
