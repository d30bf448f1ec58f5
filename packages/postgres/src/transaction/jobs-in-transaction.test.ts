import { createAssetStore } from '@stowage/core/internal'
import { createMemoryBlobs } from '@stowage/core/memory'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { fixtureOfTest, postgresUrl } from '../testing/postgres-fixture.ts'
import { jobsInTransaction, type TransactionJobsOptions } from './jobs-in-transaction.ts'

/** A store that does not work, and a connection of the app to its database. */
async function appFixture() {
  const fixture = fixtureOfTest()
  const metadata = await fixture.open()
  const store = createAssetStore({
    metadata,
    blobs: createMemoryBlobs(),
    jobs: { work: false },
    advanced: { sweepEveryMs: false },
  })
  onTestFinished(() => store.close())
  const client = new pg.Client(postgresUrl())
  await client.connect()
  onTestFinished(() => client.end())
  const jobs = (options: TransactionJobsOptions = {}) =>
    jobsInTransaction(client, { schema: fixture.schema, ...options })
  return { fixture, metadata, store, client, jobs }
}

describe('jobsInTransaction', () => {
  it('enqueues a job when the transaction commits, and none when it rolls back', async () => {
    const { store, client, jobs } = await appFixture()
    await client.query('BEGIN')
    await jobs().enqueue('mail', { to: 'ann' })
    await client.query('ROLLBACK')
    expect((await store.jobs.list()).jobs).toEqual([])

    await client.query('BEGIN')
    const options = { key: 'k', delayMs: 60_000, priority: 7, maxAttempts: 2 }
    const id = await jobs().enqueue('mail', { to: 'ann' }, options)
    expect((await store.jobs.list()).jobs).toEqual([])
    await client.query('COMMIT')
    const job = await store.jobs.get(id)
    expect(job).toMatchObject({ id, kind: 'mail', key: 'k', payload: { to: 'ann' }, priority: 7 })
    expect(Date.parse(job.runAt) - Date.parse(job.createdAt)).toBe(60_000)

    await client.query('BEGIN')
    expect(await jobs().enqueue('mail', null, { key: 'k' })).toBe(id)
    const other = await jobs({ tenant: 'other' }).enqueue('mail', null, { key: 'k' })
    await client.query('COMMIT')
    expect(other).not.toBe(id)
    expect((await store.for({ tenant: 'other' }).jobs.get(other)).tenant).toBe('other')
  })

  it('counts an enqueue of the app while the job runs: it runs once more', async () => {
    const { metadata, store, client, jobs } = await appFixture()
    const id = await store.jobs.enqueue('mail', null, { key: 'k' })
    const claim = { kinds: [{ kind: 'mail', limit: 1 }], limit: 1, lease: 60_000 }
    const { jobs: held } = await metadata.jobs.claim(claim)
    await client.query('BEGIN')
    expect(await jobs().enqueue('mail', null, { key: 'k' })).toBe(id)
    await client.query('COMMIT')
    expect(await metadata.jobs.complete({ jobs: held })).toEqual({ held: [id], busy: [] })
    expect((await metadata.jobs.claim(claim)).jobs).toMatchObject([{ id, attempt: 1 }])
  })

  it('keeps up no other running job while the app has enqueued the key of one', async () => {
    const { metadata, client, jobs, store } = await appFixture()
    const id = await store.jobs.enqueue('mail', null, { key: 'k' })
    const others = [await store.jobs.enqueue('mail', null), await store.jobs.enqueue('mail', null)]
    const claim = { kinds: [{ kind: 'mail', limit: 9 }], limit: 9, lease: 60_000 }
    const { jobs: held } = await metadata.jobs.claim(claim)
    await client.query('BEGIN')
    await jobs().enqueue('mail', null, { key: 'k' })
    const skipped = { held: others, busy: [id] }
    expect(await metadata.jobs.renew({ jobs: held, lease: 60_000 })).toEqual(skipped)
    expect(await metadata.jobs.complete({ jobs: held.slice(0, 2) })).toEqual({
      held: others.slice(0, 1),
      busy: [id],
    })
    expect(await metadata.jobs.release({ jobs: held })).toEqual(others.slice(1))
    await client.query('COMMIT')
    expect(await metadata.jobs.complete({ jobs: held })).toEqual({ held: [id], busy: [] })
    expect((await store.jobs.get(id)).state).toBe('waiting')
  })

  it('refuses what store.jobs refuses, calls outside of a transaction, and a tenant that is being erased', async () => {
    const { fixture, metadata, client, jobs } = await appFixture()
    const refusal = { code: 'invalid_argument' }
    await expect(jobs().enqueue('stowage.mine', null)).rejects.toMatchObject(refusal)
    await expect(jobs().enqueue('mail', new Date())).rejects.toMatchObject(refusal)
    await expect(jobs().enqueue('mail', null)).rejects.toMatchObject({
      ...refusal,
      context: { argument: 'client' },
    })
    const unknown = { schema: fixture.schema, tenants: 'a' } as TransactionJobsOptions
    expect(() => jobsInTransaction(client, unknown)).toThrow('tenants')
    await metadata.erasures.begin('gone')
    await client.query('BEGIN')
    await expect(jobs({ tenant: 'gone' }).enqueue('mail', null)).rejects.toMatchObject({
      code: 'unavailable',
    })
    await client.query('ROLLBACK')
  })
})
