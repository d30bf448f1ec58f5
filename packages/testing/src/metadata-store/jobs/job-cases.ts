import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { ContractCase } from '../../contract/contract.ts'
import { at, HOUR, newAsset, refuses, storedOne, trustedAt, twoStores } from '../fixture.ts'
import type { MetadataFixture } from '../metadata-fixture.ts'
import {
  claimed,
  claimedOne,
  enqueued,
  enqueuedOne,
  killed,
  newJob,
  payloadsOf,
} from './job-fixture.ts'

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
      assert.deepEqual(await metadata.jobs.complete({ jobs: [held] }), [id])
      assert.deepEqual(await metadata.jobs.complete({ jobs: [held] }), [])
      assert.equal(await metadata.jobs.get({ id }), null)
    },
  },
  {
    name: 'keeps payloads of every form that JSON has',
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
    name: 'gives out a job again when its lease has ended, and ends it when its last attempt did so',
    async run({ metadata, clock }) {
      const id = await enqueuedOne(metadata, { maxAttempts: 2 })
      const first = await claimedOne(metadata)
      clock.set(359)
      assert.deepEqual(await metadata.jobs.renew({ jobs: [first], lease: HOUR / 10 }), [id])
      clock.set(360 + 358)
      assert.deepEqual(await claimed(metadata), [])
      clock.set(360 + 359)
      const second = await claimedOne(metadata)
      assert.equal(second.attempt, 2)
      assert.notEqual(second.fence, first.fence)
      for (const late of [
        await metadata.jobs.renew({ jobs: [first], lease: HOUR / 10 }),
        await metadata.jobs.complete({ jobs: [first] }),
        await metadata.jobs.release({ jobs: [first] }),
      ]) {
        assert.deepEqual(late, [])
      }
      assert.equal(await metadata.jobs.fail({ ...first, error: 'Late.', retryIn: null }), null)
      clock.set(2000)
      assert.deepEqual(await claimed(metadata), [])
      const dead = await metadata.jobs.get({ id })
      assert.equal(dead?.state, 'dead')
      assert.equal(dead?.error, 'The process that ran it ended.')
    },
  },
  {
    name: 'counts a lease that a wrong clock wrote as ended',
    async run({ metadata, clock }) {
      const id = await enqueuedOne(metadata)
      clock.set(1e6)
      const first = await claimedOne(metadata)
      clock.set(10)
      assert.equal(await metadata.jobs.nextDue({ kinds: ['a'] }), 0)
      const second = await claimedOne(metadata)
      assert.equal(second.id, id)
      assert.deepEqual(await metadata.jobs.complete({ jobs: [first] }), [])
      assert.deepEqual(await metadata.jobs.complete({ jobs: [second] }), [id])
    },
  },
  {
    name: 'refuses a lease of more than 10 minutes',
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
      assert.deepEqual(await metadata.jobs.complete({ jobs: [held] }), [])
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
  {
    name: 'lists jobs by id, of a tenant, a kind and a state, page by page',
    async run({ metadata }) {
      const mine = await enqueued(metadata, [{ kind: 'b' }, { kind: 'a', delay: 1 }, { kind: 'b' }])
      const others = await enqueued(metadata, [{ kind: 'b' }], 'other')
      const whole = await enqueued(metadata, [{ kind: 'b' }], null)
      const [running] = await claimed(metadata, 1, ['b'])
      assert.ok(running)
      const ids = async (query: Parameters<typeof metadata.jobs.list>[0]) => {
        const found: string[] = []
        let { after } = query
        do {
          const page = await metadata.jobs.list({ ...query, after })
          assert.ok(page.jobs.length <= query.limit)
          found.push(...page.jobs.map(({ id }) => id))
          after = page.next
        } while (after !== null)
        return found
      }
      const all = { after: null, limit: 2 }
      assert.deepEqual(await ids(all), [...mine, ...others, ...whole].toSorted())
      assert.deepEqual(await ids({ ...all, tenant }), mine.toSorted())
      assert.deepEqual(await ids({ ...all, tenant: 'other' }), others)
      assert.deepEqual(await ids({ ...all, tenant: 'unknown' }), [])
      assert.deepEqual(await ids({ ...all, tenant: null }), whole)
      assert.deepEqual(await ids({ ...all, kind: 'a' }), [mine[1]])
      assert.deepEqual(await ids({ ...all, tenant, kind: 'b', limit: 1 }), [mine[0], mine[2]])
      assert.deepEqual(await ids({ ...all, state: 'running' }), [running.id])
      assert.deepEqual(await ids({ ...all, state: 'dead' }), [])
      const waiting = [...mine, ...others, ...whole].filter((id) => id !== running.id)
      assert.deepEqual(await ids({ ...all, state: 'waiting', limit: 1000 }), waiting.toSorted())
      assert.equal((await metadata.jobs.get({ id: whole[0] ?? '' }))?.tenant, null)
      assert.equal(await metadata.jobs.get({ id: mine[0] ?? '', tenant: 'other' }), null)
      assert.equal(await metadata.jobs.get({ id: mine[0] ?? '', tenant: null }), null)
      assert.equal((await metadata.jobs.get({ id: mine[0] ?? '', tenant }))?.id, mine[0])
      assert.equal(await metadata.jobs.get({ id: randomUUID() }), null)
    },
  },
  {
    name: 'retries dead jobs, and no others',
    async run({ metadata, clock }) {
      const dead = await killed(metadata)
      const others = await killed(metadata)
      const waiting = await enqueuedOne(metadata)
      clock.set(7)
      const ids = [waiting, dead, randomUUID()]
      const nothing = { retried: [], blocked: [] }
      assert.deepEqual(await metadata.jobs.retry({ tenant: 'other', ids }), nothing)
      assert.deepEqual(await metadata.jobs.retry({ tenant: null, ids }), nothing)
      assert.deepEqual(await metadata.jobs.retry({ tenant, ids }), { retried: [dead], blocked: [] })
      const job = await metadata.jobs.get({ id: dead })
      assert.deepEqual([job?.state, job?.attempt, job?.runAt], ['waiting', 0, at(7)])
      const running = await claimed(metadata)
      assert.deepEqual(running.map(({ id }) => id).toSorted(), [waiting, dead].toSorted())
      assert.deepEqual(
        running.map(({ attempt }) => attempt),
        [1, 1],
      )
      assert.equal((await metadata.jobs.get({ id: others }))?.state, 'dead')
    },
  },
  {
    name: 'discards jobs in any state: nothing that a running one still does is recorded',
    async run({ metadata }) {
      const dead = await killed(metadata)
      const running = await enqueuedOne(metadata)
      const held = await claimedOne(metadata)
      const waiting = await enqueuedOne(metadata)
      const ids = [dead, randomUUID(), running, waiting]
      assert.deepEqual(await metadata.jobs.discard({ tenant: 'other', ids }), [])
      assert.deepEqual(await metadata.jobs.discard({ ids }), [dead, running, waiting])
      assert.deepEqual(await metadata.jobs.renew({ jobs: [held], lease: 1000 }), [])
      assert.deepEqual(await metadata.jobs.complete({ jobs: [held] }), [])
      assert.deepEqual(await metadata.jobs.list({ after: null, limit: 9 }), {
        jobs: [],
        next: null,
      })
    },
  },
  {
    name: 'forgets jobs that have long been dead, the longest first, by a clock that is trusted',
    async run({ metadata, clock }) {
      const first = await killed(metadata)
      clock.set(10)
      const second = await killed(metadata)
      const waiting = await enqueuedOne(metadata)
      clock.set(1e5)
      assert.equal(await metadata.jobs.prune({ olderThan: HOUR, limit: 9 }), 0)
      await trustedAt({ metadata, clock }, 1e5)
      clock.set(1e5 + 8000)
      await trustedAt({ metadata, clock }, 1e5 + 8060)
      assert.equal(await metadata.jobs.prune({ olderThan: HOUR, limit: 1 }), 1)
      assert.equal(await metadata.jobs.get({ id: first }), null)
      assert.equal(await metadata.jobs.prune({ olderThan: 1e9, limit: 9 }), 0)
      assert.equal(await metadata.jobs.prune({ olderThan: HOUR, limit: 9 }), 1)
      assert.equal(await metadata.jobs.get({ id: second }), null)
      assert.notEqual(await metadata.jobs.get({ id: waiting }), null)
    },
  },
  {
    name: 'enqueues the jobs of a write in its transaction, when it changes something',
    async run({ metadata }) {
      const list = async () =>
        (await metadata.jobs.list({ tenant, after: null, limit: 9 })).jobs.map(({ kind }) => kind)
      const jobs = (kind: string) => [newJob({ kind })]
      const asset = newAsset()
      const insert = { tenant, assets: [asset], keyId: null, quota: null, jobs: jobs('insert') }
      await refuses(metadata.assets.insert(insert), 'reservation_lost')
      assert.deepEqual(await list(), [])
      await metadata.blobs.reserve([asset.blobKey], { lifetime: HOUR })
      const idempotency = { key: 'k', digest: 'd', lifetime: HOUR }
      await metadata.assets.insert({ ...insert, idempotency })
      await metadata.assets.insert({ ...insert, idempotency })
      assert.deepEqual(await list(), ['insert'])
      const update = { tenant, id: asset.id, changes: { name: 'new.jpg' }, jobs: jobs('update') }
      await metadata.assets.update(update)
      await metadata.assets.update(update)
      const trash = { tenant, ids: [asset.id], to: 'trash', jobs: jobs('trash') } as const
      await metadata.assets.setTrashed(trash)
      await metadata.assets.setTrashed(trash)
      assert.deepEqual(await list(), ['insert', 'update', 'trash'])
      const other = await storedOne(metadata)
      const failed = [{ name: 'poster', attempts: 1 }]
      const add = { tenant, id: other.id, variants: [], failed, jobs: jobs('variants') }
      await metadata.assets.addVariants(add)
      assert.deepEqual(await list(), ['insert', 'update', 'trash', 'variants'])
    },
  },
  {
    name: 'takes no jobs of a tenant that is being erased, and erases those that it has',
    async run({ metadata }) {
      const asset = await storedOne(metadata)
      await enqueued(metadata, [{ key: 'k' }, { delay: 9 }, {}])
      const kept = await enqueued(metadata, [{}], 'other')
      const whole = await enqueued(metadata, [{}], null)
      await metadata.erasures.begin(tenant)
      await refuses(enqueued(metadata, [{}]), 'unavailable')
      const update = { tenant, id: asset.id, changes: { name: 'n' }, jobs: [newJob({ kind: 'u' })] }
      await metadata.assets.update(update)
      assert.equal(await metadata.jobs.nextDue({ kinds: ['u'] }), null)
      while (!(await metadata.erasures.step({ tenant, limit: 2 })).isDone);
      const left = await metadata.jobs.list({ after: null, limit: 9 })
      assert.deepEqual(left.jobs.map(({ id }) => id).toSorted(), [...kept, ...whole].toSorted())
    },
  },
]
