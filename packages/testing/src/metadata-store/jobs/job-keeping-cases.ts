import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { ContractCase } from '../../contract/contract.ts'
import { at, HOUR, newAsset, refuses, storedOne, trustedAt } from '../fixture.ts'
import type { MetadataFixture } from '../metadata-fixture.ts'
import { claimed, claimedOne, enqueued, enqueuedOne, killed, newJob } from './job-fixture.ts'

const tenant = 'default'

/** What `MetadataStore.jobs` promises about the jobs that there are: lists, dead ones, writes, tenants. */
export const jobKeepingCases: readonly ContractCase<MetadataFixture>[] = [
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
    name: 'retries all dead jobs that are named; of those of one key, the first',
    async run({ metadata }) {
      const ids = [
        await killed(metadata),
        await killed(metadata),
        await killed(metadata, { key: 'k' }),
        await killed(metadata, { key: 'k' }),
        await killed(metadata, { key: 'other' }),
      ]
      const [one, two, first, second, other] = ids
      const blocked = await metadata.jobs.retry({ tenant, ids })
      assert.deepEqual(blocked, { retried: [one, two, first, other], blocked: [second] })
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
      assert.deepEqual((await metadata.jobs.renew({ jobs: [held], lease: 1000 })).held, [])
      assert.deepEqual((await metadata.jobs.complete({ jobs: [held] })).held, [])
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
