import assert from 'node:assert/strict'
import type { ContractCase } from '../../contract/contract.ts'
import { at, twoStores } from '../fixture.ts'
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

/** What `MetadataStore.jobs` promises about which job comes when, and about keys. */
export const jobOrderCases: readonly ContractCase<MetadataFixture>[] = [
  {
    name: 'gives out jobs by their priority, then in the order in which they became due',
    async run({ metadata, clock }) {
      await enqueued(metadata, [
        { payload: 1, delay: 2000 },
        { payload: 2 },
        { payload: 3, priority: 5, delay: 1000 },
        { payload: 4, priority: -1 },
        { payload: 5 },
        { payload: 6, priority: 5 },
      ])
      assert.deepEqual(payloadsOf(await claimed(metadata, 2)), [6, 2])
      clock.set(2)
      assert.deepEqual(payloadsOf(await claimed(metadata)), [3, 5, 1, 4])
    },
  },
  {
    name: 'claims at most as many jobs as asked for, of each kind and in all, and leaves other kinds alone',
    async run({ metadata }) {
      const of = (kind: string) => [1, 2, 3].map(() => ({ kind, payload: kind }))
      await enqueued(metadata, [...of('a'), ...of('b'), ...of('c')])
      const kinds = [
        { kind: 'a', limit: 1 },
        { kind: 'b', limit: 9 },
      ]
      const claim = async (limit: number) =>
        (await metadata.jobs.claim({ kinds, limit, lease: 1000 })).jobs
      assert.deepEqual(payloadsOf(await claim(3)), ['a', 'b', 'b'])
      assert.deepEqual(payloadsOf(await claim(9)), ['a', 'b'])
      assert.deepEqual(payloadsOf(await claim(9)), ['a'])
      assert.deepEqual(payloadsOf(await claim(9)), [])
      assert.equal(await metadata.jobs.nextDue({ kinds: ['c'] }), 0)
    },
  },
  {
    name: 'lets jobs of tenants take turns within a priority, those too that come late',
    async run({ metadata }) {
      const many = (length: number, payload: string, more = {}) =>
        Array.from({ length }, () => ({ payload, ...more }))
      await enqueued(metadata, many(50, 'big'), 'big')
      assert.deepEqual(payloadsOf(await claimed(metadata, 10)), Array(10).fill('big'))
      await enqueued(metadata, many(3, 'small'), 'small')
      await enqueued(metadata, many(2, 'whole'), null)
      await enqueued(metadata, many(1, 'urgent', { priority: 1 }), 'big')
      const next = payloadsOf(await claimed(metadata, 9))
      assert.equal(next[0], 'urgent')
      const count = (name: string) => next.filter((each) => each === name).length
      assert.deepEqual([count('small'), count('whole'), count('big')], [3, 2, 3])
      await enqueued(metadata, many(60, 'big'), 'big')
      await enqueued(metadata, many(2, 'late'), 'late')
      assert.equal(
        payloadsOf(await claimed(metadata, 5)).filter((name) => name === 'late').length,
        2,
      )
    },
  },
  {
    name: 'lets tenants take turns when many jobs of one become due at once',
    async run({ metadata, clock }) {
      const later = Array.from({ length: 40 }, () => ({ payload: 'big', delay: 1000 }))
      await enqueued(metadata, later, 'big')
      clock.set(1)
      await enqueued(metadata, [{ payload: 'small' }, { payload: 'small' }], 'small')
      const next = payloadsOf(await claimed(metadata, 4))
      assert.equal(next.filter((name) => name === 'small').length, 2)
    },
  },
  {
    name: 'lets a tenant have its turn, and a priority too, when the time of very many jobs of another has come before',
    async run({ metadata, clock }) {
      const later = Array.from({ length: 220 }, () => ({ payload: 'big', delay: 1000 }))
      await enqueued(metadata, later, 'big')
      await enqueued(metadata, [{ payload: 'urgent', delay: 1001, priority: 1 }], 'big')
      await enqueued(metadata, [{ payload: 'small', delay: 1001 }], 'small')
      await enqueued(metadata, [{ payload: 'whole', delay: 1001 }], null)
      clock.set(1.001)
      const next = payloadsOf(await claimed(metadata, 4))
      assert.deepEqual([...next].sort(), ['big', 'small', 'urgent', 'whole'])
      assert.equal(next[0], 'urgent')
      let count = next.length
      for (let found = 1; found > 0; count += found) found = (await claimed(metadata, 500)).length
      assert.equal(count, 223)
    },
  },
  {
    name: 'has one job for a kind and key of a tenant, which keeps its payload',
    async run({ metadata, clock }) {
      const first = await enqueuedOne(metadata, { key: 'k', payload: 1, delay: 9000 })
      clock.set(1)
      const others = await enqueued(metadata, [
        { key: 'k', payload: 2, delay: 3000, priority: 4 },
        { key: 'k', payload: 3, delay: 20_000, priority: -4 },
        { key: 'other' },
        { key: 'k', kind: 'b' },
      ])
      assert.deepEqual(others.slice(0, 2), [first, first])
      assert.equal(new Set(others).size, 3)
      const [elsewhere] = await enqueued(metadata, [{ key: 'k' }], 'other')
      const [whole] = await enqueued(metadata, [{ key: 'k' }], null)
      assert.equal(new Set([first, elsewhere, whole]).size, 3)
      assert.deepEqual(await enqueued(metadata, [{ key: 'k' }], null), [whole])
      const job = await metadata.jobs.get({ id: first })
      assert.deepEqual([job?.payload, job?.priority, job?.runAt], [1, 4, at(4)])
      assert.equal(await enqueuedOne(metadata, { key: 'k' }), first)
      const now = await metadata.jobs.get({ id: first })
      assert.deepEqual([now?.priority, now?.runAt], [4, at(1)])
      const [next] = await claimed(metadata, 1)
      assert.equal(next?.id, first)
    },
  },
  {
    name: 'has one job for a key that comes twice in a call',
    async run({ metadata }) {
      const ids = await enqueued(metadata, [
        { key: 'k', payload: 1, delay: 5000 },
        {},
        { key: 'k', payload: 2, priority: 3 },
      ])
      assert.equal(ids[0], ids[2])
      assert.notEqual(ids[0], ids[1])
      const [job] = await claimed(metadata, 1)
      assert.deepEqual([job?.id, job?.payload, job?.priority], [ids[0], 1, 3])
    },
  },
  {
    name: 'lets a waiting job whose priority is raised overtake the others of its tenant',
    async run({ metadata }) {
      await enqueued(metadata, [{ payload: 1 }, { payload: 2, key: 'k' }, { payload: 3 }])
      await enqueued(metadata, [{ payload: 4, key: 'k', priority: 1 }])
      assert.deepEqual(payloadsOf(await claimed(metadata)), [2, 1, 3])
    },
  },
  {
    name: 'runs a job once more that was enqueued again while it ran',
    async run(fixture) {
      const { metadata, clock } = fixture
      const id = await enqueuedOne(metadata, { key: 'k' })
      const first = await claimedOne(metadata)
      const [, other] = await twoStores(fixture)
      assert.equal(await enqueuedOne(other, { key: 'k', delay: 9000 }), id)
      assert.equal(await enqueuedOne(metadata, { key: 'k' }), id)
      assert.deepEqual(await claimed(metadata), [])
      clock.set(2)
      assert.deepEqual((await metadata.jobs.complete({ jobs: [first] })).held, [id])
      const again = await claimedOne(metadata)
      assert.deepEqual([again.id, again.attempt, again.runAt], [id, 1, at(2)])
      // The attempt is the same as before, but the job is not.
      assert.deepEqual((await metadata.jobs.complete({ jobs: [first] })).held, [])
      assert.deepEqual((await metadata.jobs.complete({ jobs: [again] })).held, [id])
      assert.equal(await metadata.jobs.get({ id }), null)
    },
  },
  {
    name: 'frees the key of a dead job, which stays dead while another has the key',
    async run({ metadata }) {
      const dead = await killed(metadata, { key: 'k' })
      const next = await enqueuedOne(metadata, { key: 'k' })
      assert.notEqual(next, dead)
      const retry = () => metadata.jobs.retry({ tenant, ids: [dead] })
      assert.deepEqual(await retry(), { retried: [], blocked: [dead] })
      assert.deepEqual(
        (await metadata.jobs.complete({ jobs: [await claimedOne(metadata)] })).held,
        [next],
      )
      assert.deepEqual(await retry(), { retried: [dead], blocked: [] })
      assert.equal(await enqueuedOne(metadata, { key: 'k' }), dead)
    },
  },
  {
    name: 'retries one of several dead jobs with the same key',
    async run({ metadata }) {
      const first = await killed(metadata, { key: 'k' })
      const second = await killed(metadata, { key: 'k' })
      const ids = [second, first]
      assert.deepEqual(await metadata.jobs.retry({ ids }), { retried: [second], blocked: [first] })
    },
  },
  {
    name: 'gives each job to one of many claims at once',
    async run(fixture) {
      const stores = await twoStores(fixture)
      const given = Array.from({ length: 60 }, (_, payload) => ({ payload, key: `${payload}` }))
      const [metadata] = stores
      await enqueued(metadata, given)
      const found: string[] = []
      const work = async (store: typeof metadata) => {
        for (let empty = 0; empty < 3; ) {
          const jobs = await claimed(store, 4)
          if (jobs.length === 0) empty += 1
          found.push(...jobs.map(({ id }) => id))
          let { held, busy } = await store.jobs.complete({ jobs })
          assert.equal(held.length + busy.length, jobs.length)
          // Another claim may look at a job that it found ready, until it sees that it is not.
          while (busy.length > 0) {
            const left = jobs.filter(({ id }) => busy.includes(id))
            ;({ held, busy } = await store.jobs.complete({ jobs: left }))
            assert.equal(held.length + busy.length, left.length)
          }
        }
      }
      await Promise.all([0, 1, 2, 3].flatMap(() => stores.map(work)))
      while ((await metadata.jobs.nextDue({ kinds: ['a'] })) === 0) await work(metadata)
      assert.equal(found.length, 60)
      assert.equal(new Set(found).size, 60)
    },
  },
  {
    name: 'has one job of a key that many enqueue at once, while others run it',
    async run(fixture) {
      const stores = await twoStores(fixture)
      const [metadata] = stores
      let runs = 0
      const work = async (store: typeof metadata) => {
        const jobs = await claimed(store, 1)
        runs += jobs.length
        await store.jobs.complete({ jobs })
      }
      for (let round = 0; round < 10; round += 1) {
        await Promise.all(
          stores.flatMap((store) => [
            store.jobs.enqueue({ tenant, jobs: [newJob({ key: 'k' }), newJob({ key: 'l' })] }),
            work(store),
            store.jobs.enqueue({ tenant, jobs: [newJob({ key: 'l' }), newJob({ key: 'k' })] }),
          ]),
        )
      }
      const { jobs } = await metadata.jobs.list({ tenant, after: null, limit: 99 })
      assert.ok(jobs.length <= 2)
      assert.equal(new Set(jobs.map(({ key }) => key)).size, jobs.length)
      assert.ok(runs > 0)
    },
  },
]
