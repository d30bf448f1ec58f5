import type { NewJob } from '@stowage/core/internal'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { fixtureOfTest, postgresUrl } from '../testing/postgres-fixture.ts'
import { tenant } from '../testing/records.ts'
import { jobsInTransaction } from '../transaction/jobs-in-transaction.ts'

function newJob(payload: unknown, key: string | null = null): NewJob {
  return { kind: 'mail', key, payload, priority: 0, delay: 0, maxAttempts: 3 }
}

describe('jobs enqueued at the same time', () => {
  it('share commits, and each caller gets the ids of its own', async () => {
    const pool = new pg.Pool({ connectionString: postgresUrl(), max: 4 })
    onTestFinished(() => pool.end())
    const fixture = fixtureOfTest()
    const metadata = await fixture.open({ pool })
    await metadata.jobs.enqueue({ tenant, jobs: [newJob('first')] })
    let acquired = 0
    pool.on('acquire', () => {
      acquired += 1
    })
    const tenants = [tenant, 'other', null]
    const enqueued = await Promise.all(
      Array.from({ length: 60 }, (_, n) => {
        const jobs = Array.from({ length: 1 + (n % 3) }, (_, at) => newJob({ n, at }))
        return metadata.jobs.enqueue({ tenant: tenants[n % 3] ?? null, jobs })
      }),
    )
    expect(acquired).toBe(1)
    expect(new Set(enqueued.flat()).size).toBe(120)
    for (const [n, ids] of enqueued.entries()) {
      const jobs = await Promise.all(ids.map((id) => metadata.jobs.get({ id })))
      const expected = Array.from({ length: 1 + (n % 3) }, (_, at) => ({ n, at }))
      expect(jobs.map((job) => job?.payload)).toEqual(expected)
      expect(jobs.every((job) => job?.tenant === (tenants[n % 3] ?? null))).toBe(true)
    }
  })

  it('refuses those of a tenant that is being erased, and takes the others', async () => {
    const metadata = await fixtureOfTest().open()
    await metadata.jobs.enqueue({ tenant: 'gone', jobs: [newJob('before')] })
    await metadata.erasures.begin('gone')
    const outcomes = await Promise.allSettled(
      ['gone', tenant, 'gone', null].map((name, n) =>
        metadata.jobs.enqueue({ tenant: name, jobs: [newJob(n)] }),
      ),
    )
    expect(outcomes.map(({ status }) => status)).toEqual([
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
    expect(outcomes[0]).toMatchObject({ reason: { code: 'unavailable' } })
  })

  it('takes the others when PostgreSQL cannot store one', async () => {
    const metadata = await fixtureOfTest().open()
    const outcomes = await Promise.allSettled(
      ['a', 'b\0c', 'd'].map((name) =>
        metadata.jobs.enqueue({ tenant, jobs: [{ ...newJob(null), kind: name }] }),
      ),
    )
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })

  it('does not wait for a key that a transaction of the app holds', async () => {
    const fixture = fixtureOfTest()
    const metadata = await fixture.open()
    await metadata.jobs.enqueue({ tenant, jobs: [newJob('first')] })
    const client = new pg.Client(postgresUrl())
    await client.connect()
    onTestFinished(() => client.end())
    await client.query('BEGIN')
    const { schema } = fixture
    const id = await jobsInTransaction(client, { schema, tenant }).enqueue('mail', null, {
      key: 'k',
    })
    const waiting = metadata.jobs.enqueue({ tenant, jobs: [newJob(null, 'k')] })
    const [free] = await metadata.jobs.enqueue({ tenant, jobs: [newJob('free')] })
    expect(free).toBeDefined()
    await client.query('COMMIT')
    expect(await waiting).toEqual([id])
  })
})
