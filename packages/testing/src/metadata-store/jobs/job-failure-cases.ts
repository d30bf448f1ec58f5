import assert from 'node:assert/strict'
import type { ContractCase } from '../../contract/contract.ts'
import { at } from '../fixture.ts'
import type { MetadataFixture } from '../metadata-fixture.ts'
import { claimed, claimedOne, claimOf, enqueuedOne } from './job-fixture.ts'

const tenant = 'default'

/** What `MetadataStore.jobs` promises about jobs whose key is enqueued again while they fail. */
export const jobFailureCases: readonly ContractCase<MetadataFixture>[] = [
  {
    name: 'lets a job that failed wait, also when its key was enqueued again while it ran',
    async run({ metadata, clock }) {
      const id = await enqueuedOne(metadata, { key: 'k', maxAttempts: 2 })
      const first = await claimedOne(metadata)
      await enqueuedOne(metadata, { key: 'k' })
      clock.set(1)
      const failure = { error: 'No.', retryIn: 5000 }
      assert.equal(await metadata.jobs.fail({ ...first, ...failure }), 'waiting')
      assert.equal((await metadata.jobs.get({ id }))?.runAt, at(6))
      clock.set(5)
      assert.deepEqual(await claimed(metadata), [])
      clock.set(6)
      const second = await claimedOne(metadata)
      assert.deepEqual([second.id, second.attempt], [id, 2])
      assert.equal(await metadata.jobs.fail({ ...second, ...failure }), 'dead')
    },
  },
  {
    name: 'gives a job one more attempt, later, each time that its key was enqueued again during its last one',
    async run({ metadata, clock }) {
      const id = await enqueuedOne(metadata, { key: 'k', maxAttempts: 1 })
      for (const attempt of [1, 2, 3]) {
        const held = await claimedOne(metadata)
        assert.deepEqual([held.id, held.attempt], [id, attempt])
        await enqueuedOne(metadata, { key: 'k' })
        const failure = { error: 'No.', retryIn: attempt * 1000 }
        assert.equal(await metadata.jobs.fail({ ...held, ...failure }), 'waiting')
        assert.deepEqual(await claimed(metadata), [])
        const { runAt } = (await metadata.jobs.get({ id })) ?? {}
        const time = { 1: 1, 2: 3, 3: 6 }[attempt] ?? 0
        assert.equal(runAt, at(time))
        clock.set(time)
      }
      const last = await claimedOne(metadata)
      assert.equal(await metadata.jobs.fail({ ...last, error: 'No.', retryIn: 0 }), 'dead')
    },
  },
  {
    name: 'lets a job that waits after a failed attempt wait as long as before when its key is enqueued again',
    async run({ metadata, clock }) {
      const id = await enqueuedOne(metadata, { key: 'k' })
      const held = await claimedOne(metadata)
      await metadata.jobs.fail({ ...held, error: 'No.', retryIn: 60_000 })
      assert.equal(await enqueuedOne(metadata, { key: 'k' }), id)
      assert.equal(await enqueuedOne(metadata, { key: 'k', priority: 7 }), id)
      const job = await metadata.jobs.get({ id })
      assert.deepEqual([job?.runAt, job?.priority, job?.attempt], [at(60), 7, 1])
      assert.deepEqual(await claimed(metadata), [])
      clock.set(60)
      const again = await claimedOne(metadata)
      assert.deepEqual([again.id, again.attempt], [id, 2])
      // What it does later has nothing to do with the failure.
      await enqueuedOne(metadata, { key: 'k' })
      await metadata.jobs.complete({ jobs: [again] })
      const done = await claimedOne(metadata)
      assert.deepEqual([done.attempt, done.error], [1, null])
    },
  },
  {
    name: 'loses no job that was enqueued again while it ran, when it is refused or its process ends',
    async run({ metadata, clock }) {
      const id = await enqueuedOne(metadata, { key: 'k', maxAttempts: 1 })
      const first = await claimedOne(metadata)
      await enqueuedOne(metadata, { key: 'k' })
      const refusal = { error: 'No.', retryIn: null }
      assert.equal(await metadata.jobs.fail({ ...first, ...refusal }), 'waiting')
      const second = await claimedOne(metadata)
      assert.deepEqual([second.id, second.attempt, second.error], [id, 1, 'No.'])
      await enqueuedOne(metadata, { key: 'k' })
      clock.set(400)
      const found = await claimOf(metadata)
      assert.deepEqual(found.dead, [])
      assert.deepEqual(
        found.jobs.map((job) => [job.id, job.attempt]),
        [[id, 2]],
      )
      const [third] = found.jobs
      assert.ok(third)
      assert.equal(await metadata.jobs.fail({ ...third, ...refusal }), 'dead')
    },
  },
  {
    name: 'tells of each job that died with its process once, whichever of many claims finds it',
    async run({ metadata, clock }) {
      const ids: string[] = []
      for (let n = 0; n < 6; n += 1) ids.push(await enqueuedOne(metadata, { maxAttempts: 1 }))
      assert.equal((await claimed(metadata)).length, 6)
      clock.set(400)
      const found = await Promise.all([1, 2, 3].map(() => claimOf(metadata)))
      const dead = found.flatMap((each) => each.dead)
      assert.deepEqual(dead.map(({ id }) => id).sort(), ids.sort())
      assert.deepEqual(
        dead.map((job) => [job.state, job.tenant, job.leaseUntil]),
        ids.map(() => ['dead', tenant, null]),
      )
    },
  },
]
