import { expect, it, onTestFinished } from 'vitest'
import { createMemoryBlobs, createMemoryMetadata } from '../memory.ts'
import { createAssetStore } from '../store/opening/create-asset-store.ts'
import { DELIVER, FAN_OUT } from './webhook-jobs.ts'

const HOUR = 3600e6

/** A store with an endpoint and a delivery that has lost its job, and what its sweeps ask the endpoints for. */
async function fixture({ sends }: { readonly sends: boolean }) {
  let now = Date.now() * 1000
  const metadata = createMemoryMetadata({ clock: () => now })
  const asked: string[] = []
  const webhooks = new Proxy(metadata.webhooks, {
    get(target, name) {
      const method = Reflect.get(target, name) as (...given: unknown[]) => unknown
      return (...given: unknown[]) => {
        asked.push(String(name))
        return method.apply(target, given)
      }
    },
  })
  const store = createAssetStore({
    metadata: { ...metadata, webhooks },
    blobs: createMemoryBlobs(),
    jobs: { work: false },
    signing: { secrets: ['o'.repeat(32)] },
    ...(sends && {
      webhooks: {
        assertUrl: () => {},
        send: async () => ({ status: 200, text: '', retryAfter: null }),
      },
    }),
    advanced: { sweepEveryMs: false },
  })
  onTestFinished(() => store.close())
  const endpoint = { tenant: 'default', url: 'https://example.com', types: null, filter: null }
  const { id } = await metadata.webhooks.create({
    ...endpoint,
    id: '0198c0de-0000-7000-8000-000000000001',
    state: 'enabled',
    position: null,
    secrets: [],
    limit: 1,
  })
  const add = [{ id: 'd', eventId: 'e', eventNumber: 1, type: 'asset.created', assetId: 'a' }]
  const change = { tenant: 'default', id, revision: null, changes: {} } as const
  await metadata.webhooks.change({ ...change, add: add as never })
  now += 2 * HOUR
  asked.length = 0
  const kinds = async () =>
    (await metadata.jobs.list({ after: null, limit: 9 })).jobs.map(({ kind }) => kind)
  return { store, asked, kinds }
}

it('enqueues a job for what waits without one, and asks for such endpoints once', async () => {
  const { store, asked, kinds } = await fixture({ sends: true })
  await store.admin.sweep()
  expect(asked.filter((name) => name !== 'prune')).toEqual(['late', 'change'])
  expect(await kinds()).toEqual([FAN_OUT])
  expect(await kinds()).not.toContain(DELIVER)
})

it('asks for no endpoints in a process that sends no webhooks', async () => {
  const { store, asked, kinds } = await fixture({ sends: false })
  await store.admin.sweep()
  expect(asked.filter((name) => name !== 'prune')).toEqual([])
  expect(await kinds()).toEqual([])
})
