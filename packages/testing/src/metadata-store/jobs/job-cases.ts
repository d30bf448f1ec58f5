import assert from 'node:assert/strict'
import type { ContractCase } from '../../contract/contract.ts'
import { at, HOUR, refuses, twoStores } from '../fixture.ts'
import type { MetadataFixture } from '../metadata-fixture.ts'
import { claimed, claimedOne, claimOf, enqueued, enqueuedOne, payloadsOf } from './job-fixture.ts'

const tenant = 'default'

/** What `MetadataStore.jobs` promises about what becomes of a job. */
export const jobCases: readonly ContractCase<MetadataFixture>[] = [
  {
    name: 'keeps a job as it was given, runs it, and deletes it when it is done',
    async run(fixture) {
      const { metadata, clock } = fixture
      const id = await enqueuedOne(metadata, { key: 'straße', priority: -7, maxAttempts: 2 })
      const job = {
        id,
        kind: 'a',
        key: 'straße',
        tenant,
        payload: { text: 'Straße 🏖', list: [1, null] },
        priority: -7,
        state: 'waiting',
        attempt: 0,
        maxAttempts: 2,
        runAt: at(0),
        leaseUntil: null,
        error: null,
        createdAt: at(0),
      }
      assert.deepEqual(await metadata.jobs.get({ id }), job)
      clock.set(5)
      const held = await claimedOne(metadata)
      const running = { ...job, state: 'running', attempt: 1, leaseUntil: at(5 + 360) }
      assert.deepEqual(held, { ...running, fence: held.fence })
      assert.deepEqual(await metadata.jobs.get({ id }), running)
      assert.deepEqual(await claimed(metadata), [])
      const [, other] = await twoStores(fixture)
      assert.deepEqual(await claimed(other), [])
      assert.deepEqual((await metadata.jobs.complete({ jobs: [held] })).held, [id])
      assert.deepEqual((await metadata.jobs.complete({ jobs: [held] })).held, [])
      assert.equal(await metadata.jobs.get({ id }), null)
    },
  },
  {
    name: 'keeps payloads of jobs in every form that JSON has',
    async run({ metadata }) {
      const payloads = [null, 0, '', false, [], {}, 'null', [null], { a: { b: [1.5, '"'] } }]
      await enqueued(
        metadata,
        payloads.map((payload) => ({ payload })),
      )
      assert.deepEqual(payloadsOf(await claimed(metadata)), payloads)
    },
  },
  {
    name: 'tries a job that failed again, later, until its attempts are used up',
    async run({ metadata, clock }) {
      const id = await enqueuedOne(metadata, { maxAttempts: 2 })
      const first = await claimedOne(metadata)
      const failure = { error: 'The mail server was down.', retryIn: 5000 }
      assert.equal(await metadata.jobs.fail({ ...first, ...failure }), 'waiting')
      assert.equal(await metadata.jobs.fail({ ...first, ...failure }), null)
      const waiting = await metadata.jobs.get({ id })
      assert.equal(waiting?.state, 'waiting')
      assert.equal(waiting?.error, failure.error)
      assert.equal(waiting?.runAt, at(5))
      assert.equal(waiting?.attempt, 1)
      clock.set(4)
      assert.deepEqual(await claimed(metadata), [])
      clock.set(5)
      const second = await claimedOne(metadata)
      assert.equal(second.attempt, 2)
      assert.equal(second.error, failure.error)
      assert.equal(await metadata.jobs.fail({ ...second, error: 'Still.', retryIn: 0 }), 'dead')
      const dead = await metadata.jobs.get({ id })
      assert.equal(dead?.state, 'dead')
      assert.equal(dead?.error, 'Still.')
      assert.equal(dead?.leaseUntil, null)
      clock.set(9999)
      assert.deepEqual(await claimed(metadata), [])
      assert.equal(await metadata.jobs.nextDue({ kinds: ['a'] }), null)
    },
  },
  {
    name: 'goes on with a job of which a part is done, with the payload of the rest, as often as it takes',
    async run({ metadata, clock }) {
      const id = await enqueuedOne(metadata, { key: 'k', maxAttempts: 2 })
      const first = await claimedOne(metadata)
      // What is asked for meanwhile is part of it.
      assert.equal(await enqueuedOne(metadata, { key: 'k' }), id)
      const rest = { payload: { from: 'ü 🏖', seen: [1] }, delay: 5000, error: null }
      assert.equal(await metadata.jobs.proceed({ ...first, ...rest }), 'waiting')
      assert.equal(await metadata.jobs.proceed({ ...first, ...rest }), null)
      const waiting = await metadata.jobs.get({ id })
      assert.deepEqual(
        [waiting?.state, waiting?.payload, waiting?.runAt, waiting?.attempt, waiting?.leaseUntil],
        ['waiting', rest.payload, at(5), 0, null],
      )
      assert.equal(await metadata.jobs.nextDue({ kinds: ['a'] }), 5000)
      assert.deepEqual(await claimed(metadata), [])
      clock.set(5)
      for (let part = 0; part < 3; part += 1) {
        const held = await claimedOne(metadata)
        assert.equal(held.attempt, 1)
        const next = { payload: part, delay: 0, error: null }
        assert.equal(await metadata.jobs.proceed({ ...held, ...next }), 'waiting')
      }
      const last = await claimedOne(metadata)
      assert.equal(last.payload, 2)
      assert.deepEqual((await metadata.jobs.complete({ jobs: [last] })).held, [id])
      assert.equal(await metadata.jobs.get({ id }), null)
    },
  },
  {
    name: 'ends a job that does not go on, with its last payload; what was enqueued meanwhile begins with that',
    async run({ metadata, clock }) {
      const id = await enqueuedOne(metadata, { key: 'k' })
      const end = { payload: null, delay: null, error: 'There is rot.' }
      assert.equal(await metadata.jobs.proceed({ ...(await claimedOne(metadata)), ...end }), 'dead')
      const dead = await metadata.jobs.get({ id })
      assert.deepEqual([dead?.state, dead?.error, dead?.payload], ['dead', end.error, null])
      clock.set(9)
      assert.deepEqual((await metadata.jobs.retry({ ids: [id] })).retried, [id])
      const again = await claimedOne(metadata)
      assert.deepEqual([again.attempt, again.payload], [1, null])
      await enqueuedOne(metadata, { key: 'k' })
      assert.equal(await metadata.jobs.proceed({ ...again, ...end, payload: 7 }), 'waiting')
      const anew = await claimedOne(metadata)
      assert.deepEqual([anew.id, anew.payload, anew.error], [id, 7, end.error])
    },
  },
  {
    name: 'gives out a job again when its lease has ended, and ends it when its last attempt did so',
    async run({ metadata, clock }) {
      const id = await enqueuedOne(metadata, { maxAttempts: 2 })
      const first = await claimedOne(metadata)
      clock.set(359)
      assert.deepEqual((await metadata.jobs.renew({ jobs: [first], lease: HOUR / 10 })).held, [id])
      clock.set(360 + 358)
      assert.deepEqual(await claimed(metadata), [])
      clock.set(360 + 359)
      const second = await claimedOne(metadata)
      assert.equal(second.attempt, 2)
      assert.notEqual(second.fence, first.fence)
      for (const late of [
        (await metadata.jobs.renew({ jobs: [first], lease: HOUR / 10 })).held,
        (await metadata.jobs.complete({ jobs: [first] })).held,
        await metadata.jobs.release({ jobs: [first] }),
      ]) {
        assert.deepEqual(late, [])
      }
      assert.equal(await metadata.jobs.fail({ ...first, error: 'Late.', retryIn: null }), null)
      clock.set(2000)
      const found = await claimOf(metadata)
      const dead = await metadata.jobs.get({ id })
      assert.equal(dead?.state, 'dead')
      assert.equal(dead?.error, 'The process that ran it ended.')
      assert.deepEqual(found, { jobs: [], dead: [dead] })
      assert.deepEqual(await claimOf(metadata), { jobs: [], dead: [] })
    },
  },
  {
    name: 'counts the lease of a job that a wrong clock wrote as ended',
    async run({ metadata, clock }) {
      const id = await enqueuedOne(metadata)
      clock.set(1e6)
      const first = await claimedOne(metadata)
      clock.set(10)
      assert.equal(await metadata.jobs.nextDue({ kinds: ['a'] }), 0)
      const second = await claimedOne(metadata)
      assert.equal(second.id, id)
      assert.deepEqual((await metadata.jobs.complete({ jobs: [first] })).held, [])
      assert.deepEqual((await metadata.jobs.complete({ jobs: [second] })).held, [id])
    },
  },
  {
    name: 'refuses a lease of a job of more than 10 minutes',
    async run({ metadata }) {
      await enqueuedOne(metadata)
      const request = { kinds: [{ kind: 'a', limit: 1 }], limit: 1, lease: 600_001 }
      await refuses(metadata.jobs.claim(request), 'invalid_argument')
      const held = await claimedOne(metadata)
      await refuses(metadata.jobs.renew({ jobs: [held], lease: 600_001 }), 'invalid_argument')
    },
  },
  {
    name: 'takes jobs back without counting the attempt',
    async run({ metadata }) {
      const [first, second] = await enqueued(metadata, [{}, {}])
      const [held] = await claimed(metadata, 1)
      assert.ok(held)
      assert.equal(held.id, first)
      assert.deepEqual(await metadata.jobs.release({ jobs: [held] }), [first])
      const again = await claimed(metadata)
      assert.deepEqual(
        again.map(({ id, attempt }) => [id, attempt]),
        [
          [first, 1],
          [second, 1],
        ],
      )
      assert.deepEqual((await metadata.jobs.complete({ jobs: [held] })).held, [])
    },
  },
  {
    name: 'says when the next job of a kind is due',
    async run({ metadata, clock }) {
      const due = (...kinds: readonly string[]) => metadata.jobs.nextDue({ kinds })
      assert.equal(await due('a'), null)
      assert.equal(await due(), null)
      await enqueued(metadata, [{ delay: 9000 }, { delay: 5000 }, { kind: 'b', delay: 1 }])
      assert.equal(await due('a'), 5000)
      assert.equal(await due('a', 'b', 'c'), 1)
      clock.set(4.5)
      assert.equal(await due('a'), 500)
      clock.set(5)
      assert.equal(await due('a'), 0)
      await claimedOne(metadata)
      assert.equal(await due('a'), 4000)
      clock.set(9)
      await claimedOne(metadata)
      assert.equal(await due('a'), (5 + 360 - 9) * 1000)
    },
  },
]
