import assert from 'node:assert/strict'
import type { Claimed, ClaimedJob, NewJob } from '@stowage/core/internal'
import type { MetadataStore } from '@stowage/core/ports'
import { HOUR } from '../fixture.ts'

/** A job of the kind `a` without a key, due now, with 3 attempts. */
export function newJob(overrides: Partial<NewJob> = {}): NewJob {
  return {
    kind: 'a',
    key: null,
    payload: { text: 'Straße 🏖', list: [1, null] },
    priority: 0,
    delay: 0,
    maxAttempts: 3,
    ...overrides,
  }
}

/** Enqueues jobs of the tenant `default`, or another. Resolves to their ids. */
export function enqueued(
  metadata: MetadataStore,
  jobs: readonly Partial<NewJob>[],
  tenant: string | null = 'default',
): Promise<readonly string[]> {
  return metadata.jobs.enqueue({ tenant, jobs: jobs.map((job) => newJob(job)) })
}

/** Enqueues one job of the tenant `default`. Resolves to its id. */
export async function enqueuedOne(
  metadata: MetadataStore,
  job: Partial<NewJob> = {},
): Promise<string> {
  const [id] = await enqueued(metadata, [job])
  assert.ok(id)
  return id
}

/** Claims jobs of the kind `a`, or others, for an hour divided by 10. */
export async function claimed(
  metadata: MetadataStore,
  limit = 100,
  kinds: readonly string[] = ['a'],
): Promise<readonly ClaimedJob[]> {
  return (await claimOf(metadata, limit, kinds)).jobs
}

/** The same, with those that it finds dead. */
export function claimOf(
  metadata: MetadataStore,
  limit = 100,
  kinds: readonly string[] = ['a'],
): Promise<Claimed> {
  return metadata.jobs.claim({
    kinds: kinds.map((kind) => ({ kind, limit })),
    limit,
    lease: HOUR / 10,
  })
}

/** Claims the one job that is due. */
export async function claimedOne(metadata: MetadataStore): Promise<ClaimedJob> {
  const [job, ...others] = await claimed(metadata)
  assert.ok(job)
  assert.deepEqual(others, [])
  return job
}

/** Claims one job, and makes it dead. */
export async function killed(metadata: MetadataStore, job: Partial<NewJob> = {}): Promise<string> {
  const id = await enqueuedOne(metadata, job)
  const held = await claimedOne(metadata)
  assert.equal(held.id, id)
  assert.equal(await metadata.jobs.fail({ ...held, error: 'No.', retryIn: null }), 'dead')
  return id
}

/** The payloads of these jobs. */
export function payloadsOf(jobs: readonly { readonly payload: unknown }[]): readonly unknown[] {
  return jobs.map(({ payload }) => payload)
}
