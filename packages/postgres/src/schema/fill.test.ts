import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { MigrationProgress } from '@stowage/core/internal'
import { build, type Plugin } from 'esbuild'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createDatabase } from '../connection/database.ts'
import { fixtureOfTest, type PostgresFixture, postgresUrl } from '../testing/postgres-fixture.ts'
import { BATCH, BEFORE_CHECK, BEFORE_FILL, FILLING } from './fill.fixture.ts'
import { migrate } from './migrate.ts'
import type { Migration } from './migration.ts'

const COUNT = 20 * BATCH + 3
const KILLS = 8
const TOOLING = new URL('../../../tooling/worker-code.mjs', import.meta.url).href

async function withTenants(count = COUNT): Promise<PostgresFixture> {
  const fixture = fixtureOfTest()
  await fixture.open()
  const text = `INSERT INTO $schema.tenants (name) SELECT 'tenant ' || n FROM generate_series(1, $1::int) n`
  await fixture.sql(text, [count])
  return fixture
}

function instanceOn(fixture: PostgresFixture, report?: (progress: MigrationProgress) => void) {
  const pool = new pg.Pool({ connectionString: postgresUrl(), max: 3 })
  pool.on('error', () => {})
  onTestFinished(() => pool.end())
  const schema = pg.escapeIdentifier(fixture.schema)
  const database = createDatabase({ pool, schema, statementTimeout: 10_000 })
  const runLong = (text: string): Promise<unknown> => pool.query(text)
  return {
    migrate: (migrations: readonly Migration[] = FILLING) =>
      migrate({ database, runLong, schema, ...(report && { report }) }, migrations),
  }
}

async function faultsOf(fixture: PostgresFixture, count: number): Promise<unknown> {
  const [row] = await fixture.sql(`SELECT
    (SELECT count(*)::int FROM $schema.tenants) - ${count} AS missing,
    (SELECT count(*)::int FROM $schema.tenants WHERE key IS DISTINCT FROM upper(name) OR times <> 1) AS wrong,
    (SELECT version - ${FILLING.length} FROM $schema.schema_version) AS steps,
    (SELECT fill_cursor FROM $schema.schema_version) AS cursor,
    (SELECT count(*)::int - 1 FROM pg_constraint WHERE conname = 'has_key' AND convalidated
      AND conrelid = '$schema.tenants'::regclass) AS constraints`)
  return row
}

const NO_FAULTS = { missing: 0, wrong: 0, steps: 0, cursor: null, constraints: 0 }

describe('a fill', () => {
  it.each([0, 1, BATCH, COUNT])(
    'fills %d rows once each, by many instances at once',
    async (count) => {
      const fixture = await withTenants(count)
      const instances = Array.from({ length: 4 }, () => instanceOn(fixture))
      await Promise.all(instances.map((instance) => instance.migrate()))
      expect(await faultsOf(fixture, count)).toEqual(NO_FAULTS)
    },
  )

  it('says after each commit how far it is', async () => {
    const fixture = await withTenants(2 * BATCH)
    const reports: MigrationProgress[] = []
    await instanceOn(fixture, (progress) => reports.push(progress)).migrate()
    const newest = FILLING.length
    const rest = [1, 2, 3].map((more) => ({ version: BEFORE_FILL + more, newest, part: 0 }))
    expect(reports).toEqual([
      { version: BEFORE_FILL, newest, part: 0 },
      { version: BEFORE_FILL, newest, part: 0.5 },
      { version: BEFORE_FILL, newest, part: 1 },
      ...rest,
    ])
  })

  it('undoes a batch that fails, and keeps those before it', async () => {
    const fixture = await withTenants()
    const failing = FILLING.map((step): Migration => {
      if (step.kind !== 'fill') return step
      return {
        kind: 'fill',
        async batch(sql, after) {
          const done = await step.batch(sql, after)
          if (Number(after) >= 2 * BATCH) await sql('SELECT 1 / 0')
          return done
        },
      }
    })
    await expect(instanceOn(fixture).migrate(failing)).rejects.toThrow('A query failed')
    expect(await fixture.sql('SELECT sum(times)::int AS times FROM $schema.tenants')).toEqual([
      { times: 2 * BATCH },
    ])
    await instanceOn(fixture).migrate()
    expect(await faultsOf(fixture, COUNT)).toEqual(NO_FAULTS)
  })

  it('lets others write while it lasts', async () => {
    const fixture = await withTenants()
    let writes = 0
    const written: Promise<unknown>[] = []
    const instance = instanceOn(fixture, () => {
      writes += 1
      written.push(fixture.sql(`INSERT INTO $schema.tenants (name) VALUES ('written ${writes}')`))
    })
    await instance.migrate(FILLING.slice(0, BEFORE_CHECK))
    await Promise.all(written)
    expect(writes).toBeGreaterThan(20)
    const [found] = await fixture.sql('SELECT count(*)::int AS n FROM $schema.tenants')
    expect(found).toEqual({ n: COUNT + writes })
  })

  it('loses nothing when its process is killed again and again', async () => {
    const fixture = await withTenants()
    const start = await migratingProcess(fixture)
    for (let kills = 0; kills < KILLS; kills += 1) {
      const child = start()
      const exit = once(child, 'exit')
      let left = randomInt(1, 5)
      for await (const _ of createInterface(child.stdout)) {
        left -= 1
        if (left === 0) child.kill('SIGKILL')
      }
      await exit
    }
    const last = start()
    last.stdout.resume()
    expect(await once(last, 'exit')).toEqual([0, null])
    expect(await faultsOf(fixture, COUNT)).toEqual(NO_FAULTS)
  })
})

/** Migrates, and prints a line after each commit. Another takes over from it 300 ms after it fell silent. */
const SCRIPT = `
  import pg from 'pg'
  import { createDatabase } from '../connection/database.ts'
  import { FILLING } from './fill.fixture.ts'
  import { migrate } from './migrate.ts'
  const [, , connectionString, name] = process.argv
  const schema = pg.escapeIdentifier(name)
  const pool = new pg.Pool({ connectionString, max: 3 })
  const database = createDatabase({ pool, schema, statementTimeout: 10_000 })
  const report = () => console.log('committed')
  await migrate({ database, runLong: (text) => pool.query(text), schema, leaseTime: 300, report }, FILLING)
  await pool.end()
`

async function migratingProcess(fixture: PostgresFixture) {
  const directory = await mkdtemp(path.join(tmpdir(), 'stowage-fill-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  const { workerCodeForBuild } = (await import(TOOLING)) as { workerCodeForBuild: Plugin }
  const outfile = path.join(directory, 'migrate.mjs')
  await build({
    stdin: { contents: SCRIPT, resolveDir: fileURLToPath(new URL('.', import.meta.url)) },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    outfile,
    logLevel: 'error',
    conditions: ['stowage-source'],
    external: ['pg-native'],
    plugins: [workerCodeForBuild],
    banner: {
      js: `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)`,
    },
  })
  const args = [outfile, postgresUrl(), fixture.schema]
  return () => spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
}
