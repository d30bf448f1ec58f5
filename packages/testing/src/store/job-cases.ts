import assert from 'node:assert/strict'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type AssetStore, StowageError } from '@stowage/core'
import { createAssetStore } from '@stowage/core/internal'
import type { ContractCase } from '../contract/contract.ts'
import type { StoreFixture, StorePorts } from './store-fixture.ts'

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await nextTurn()
}

async function isIdle({ admin }: AssetStore): Promise<boolean> {
  return (await admin.jobs.list()).jobs.length === 0
}

/** Another store on the same ports, as another process has it. */
function secondStore(given: StorePorts | undefined): AssetStore {
  const { metadata, ...ports } = given ?? assert.fail('This case needs the ports.')
  const kept = Object.assign(Object.create(metadata), { close: async () => {} })
  const advanced = { sweepEveryMs: false, closeTimeout: 0 } as const
  return createAssetStore({ ...ports, metadata: kept, advanced })
}

/** Jobs, from the call that enqueues them to their end. */
export const jobCases: readonly ContractCase<StoreFixture>[] = [
  {
    name: 'a job runs in a view of its tenant, with its payload, and is gone once it is done',
    async run({ store }) {
      const acme = store.for({ tenant: 'acme' })
      const asset = await acme.upload(Buffer.from('hello'), { name: 'a.txt' })
      const payload = { id: asset.id, 'ü "\\': [1.5, null, true, '😀', { deep: [] }] }
      const id = await acme.jobs.enqueue('title', payload)
      assert.deepEqual((await acme.jobs.get(id)).payload, payload)
      await assert.rejects(store.jobs.get(id), { code: 'job_not_found' })
      const seen: unknown[] = []
      store.jobs.typed<{ title: typeof payload }>().define('title', async (job) => {
        seen.push(job.payload, job.attempt, job.tenant, job.store.view.tenant)
        await job.store.update(job.payload.id, { title: 'Done' })
      })
      await until(() => isIdle(store))
      assert.deepEqual(seen, [payload, 1, 'acme', 'acme'])
      assert.equal((await acme.get(asset.id)).title, 'Done')
    },
  },
  {
    name: 'a job that is enqueued while one of its key runs is not lost, and runs once more',
    async run({ store }) {
      let runs = 0
      let goOn = () => {}
      store.jobs.define('index', async () => {
        runs += 1
        await new Promise<void>((resolve) => (goOn = resolve))
      })
      const first = await store.jobs.enqueue('index', 1, { key: 'a' })
      await until(() => runs === 1)
      for (let count = 0; count < 3; count += 1) {
        assert.equal(await store.jobs.enqueue('index', 2, { key: 'a' }), first)
      }
      goOn()
      await until(() => runs === 2)
      goOn()
      await until(() => isIdle(store))
      assert.equal(runs, 2)
    },
  },
  {
    name: 'a job that is refused is dead with its reason, until it is retried or discarded',
    async run({ store }) {
      const dead: string[] = []
      store.on('job.dead', ({ job }) => dead.push(job.id))
      let isRefused = true
      store.jobs.define('mail', () => {
        if (isRefused) throw new StowageError('job_refused', 'There is no such\0 mailbox \ud800.')
      })
      const [one, other] = [
        await store.jobs.enqueue('mail', 1),
        await store.jobs.enqueue('mail', 2),
      ]
      await until(() => dead.length === 2)
      const { state, attempt, error, leaseUntil } = await store.jobs.get(one)
      assert.deepEqual([state, attempt, leaseUntil], ['dead', 1, null])
      assert.equal(error, 'There is no such mailbox \ufffd.')
      isRefused = false
      assert.deepEqual(await store.jobs.retry([one, 'unknown']), { retried: [one], blocked: [] })
      assert.deepEqual(await store.jobs.discard([other, 'unknown']), [other])
      await until(() => isIdle(store))
    },
  },
  {
    name: 'two stores share the work: each job runs once, and none twice',
    needs: ['ports'],
    async run({ store, ports }) {
      const second = secondStore(ports)
      try {
        const done = new Map<unknown, number>()
        const ran = new Set<AssetStore>()
        for (const each of [store, second]) {
          each.jobs.define('count', async ({ payload }) => {
            ran.add(each)
            await until(() => ran.size === 2)
            done.set(payload, (done.get(payload) ?? 0) + 1)
          })
        }
        const numbers = Array.from({ length: 60 }, (_, index) => index)
        await Promise.all(
          numbers.map((number) =>
            (number % 2 === 0 ? store : second).jobs.enqueue('count', number),
          ),
        )
        await until(() => isIdle(store))
        assert.deepEqual(
          [...done.keys()].map(Number).sort((a, b) => a - b),
          numbers,
        )
        assert.deepEqual(new Set(done.values()), new Set([1]))
      } finally {
        await second.close()
      }
    },
  },
  {
    name: 'close gives back what does not end, and another store does it with the attempt that it was',
    needs: ['ports'],
    async run({ store, ports }) {
      const second = secondStore(ports)
      let hasBegun = false
      second.jobs.define('slow', ({ signal }) => {
        hasBegun = true
        return new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason))
        })
      })
      const id = await second.jobs.enqueue('slow', null, { maxAttempts: 1 })
      await until(() => hasBegun)
      await second.close()
      const { state, attempt } = await store.jobs.get(id)
      assert.deepEqual([state, attempt], ['waiting', 0])
      const attempts: number[] = []
      store.jobs.define('slow', (job) => attempts.push(job.attempt))
      await until(() => isIdle(store))
      assert.deepEqual(attempts, [1])
    },
  },
]
