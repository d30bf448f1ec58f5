import { newAsset } from '@stowage/testing'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { fixtureOfTest, type PostgresFixture, postgresUrl } from '../testing/postgres-fixture.ts'
import { lasting, reservedAsset, tenant } from '../testing/records.ts'
import { ownRole } from '../testing/restricted-role.ts'
import type { PostgresPool } from './client.ts'
import { createDatabase } from './database.ts'
import { toStoreError } from './failure.ts'
import { ignoreIdleErrors } from './ignore-idle-errors.ts'

const anyId = newAsset().id

/** Ends the connections of a role, so that its pool needs new ones. Resolves once the pool knows. */
async function endConnections(fixture: PostgresFixture, role: string, pool: pg.Pool) {
  await fixture.sql('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1', [
    role,
  ])
  await expect.poll(() => pool.totalCount).toBe(0)
}

describe('postgres, where the server allows fewer connections than the pool wants', () => {
  it('lets every call wait for one in use, and asks for few that it does not get', async () => {
    const fixture = fixtureOfTest()
    const { role, name, app } = await ownRole(fixture)
    await fixture.sql(`ALTER ROLE ${name} CONNECTION LIMIT 2`)
    const pool = poolOf(app)
    let refused = 0
    const counted = countingPool(pool, (code) => {
      if (code === '53300') refused += 1
    })
    const metadata = await fixture.open({ pool: counted, statementTimeout: 120_000 })
    const calls = Array.from({ length: 60 }, (_, n) =>
      n % 2 === 0
        ? metadata.assets.get({ id: anyId })
        : metadata.blobs.reserve([`key${n}`], lasting),
    )
    const outcomes = await Promise.allSettled(calls)
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([])
    expect(refused).toBeGreaterThan(0)
    const [{ open } = { open: 0 }] = await fixture.sql<{ open: number }>(
      'SELECT count(*)::int AS open FROM pg_stat_activity WHERE usename = $1',
      [role],
    )
    expect(open).toBeLessThanOrEqual(2)
  })

  it('answers unavailable once the time is over, and says what to do', async () => {
    const fixture = fixtureOfTest()
    const { role, name, app } = await ownRole(fixture)
    const pool = poolOf(app)
    const database = createDatabase({ pool, schema: '', statementTimeout: 300 })
    await expect.poll(() => database.read('SELECT 1')).toHaveLength(1)
    await fixture.sql(`ALTER ROLE ${name} CONNECTION LIMIT 0`)
    await endConnections(fixture, role, pool)
    const failure = () => database.read('SELECT 1').then(() => null, toStoreError)
    // On a slow machine the time may be over before the server has said a word.
    await expect.poll(failure).toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/too many connections.*`connections`.*CONNECTION LIMIT/s),
    })
    await fixture.sql(`ALTER ROLE ${name} CONNECTION LIMIT 2`)
    await expect.poll(() => database.read('SELECT 1')).toHaveLength(1)
  })

  it('finds by itself that the server allows connections again', async () => {
    const fixture = fixtureOfTest()
    const { role, name, app } = await ownRole(fixture)
    const pool = poolOf(app)
    let refused = 0
    const counted = countingPool(pool, () => {
      refused += 1
    })
    const metadata = await fixture.open({ pool: counted, statementTimeout: 60_000 })
    await fixture.sql(`ALTER ROLE ${name} CONNECTION LIMIT 0`)
    await endConnections(fixture, role, pool)
    const calls = [1, 2, 3].map(() => metadata.assets.get({ id: anyId }))
    await expect.poll(() => refused).toBeGreaterThan(5)
    await fixture.sql(`ALTER ROLE ${name} CONNECTION LIMIT 1`)
    expect(await Promise.all(calls)).toEqual([null, null, null])
  })

  it('waits for a server that starts', async () => {
    const fixture = fixtureOfTest()
    const pool = new pg.Pool({ connectionString: postgresUrl() })
    onTestFinished(() => pool.end())
    let starting = 0
    const metadata = await fixture.open({
      pool: {
        connect: async () => {
          starting -= 1
          if (starting >= 0) throw Object.assign(new Error('starting up'), STARTING)
          return pool.connect()
        },
        on: pool.on.bind(pool),
        removeListener: pool.removeListener.bind(pool),
      } as PostgresPool,
    })
    starting = 8
    const asset = await reservedAsset(metadata)
    await metadata.assets.insert({ tenant, assets: [asset], keyId: null, quota: null })
    expect(starting).toBeLessThan(0)
  })
})

function poolOf(app: { readonly url: string }): pg.Pool {
  const pool = new pg.Pool({ connectionString: app.url, max: 10 })
  ignoreIdleErrors(pool)
  onTestFinished(() => pool.end())
  return pool
}

const STARTING = { severity: 'FATAL', code: '57P03' }

/** The pool, telling with which code it had no connection to give. */
function countingPool(pool: pg.Pool, refused: (code: unknown) => void): PostgresPool {
  return {
    connect: () =>
      pool.connect().catch((error: { readonly code?: unknown }) => {
        refused(error.code)
        throw error
      }),
    on: pool.on.bind(pool),
    removeListener: pool.removeListener.bind(pool),
  } as PostgresPool
}
