import { afterEach, describe, expect, it } from 'vitest'
import { createMemoryBlobs } from '../memory/blobs.ts'
import { createMemoryMetadata } from '../memory/metadata/create-memory-metadata.ts'
import type { AssetStore } from '../store/asset-store.ts'
import { createAssetStore, type PortOptions } from '../store/opening/create-asset-store.ts'
import { TenantStore } from '../store/views/tenant-store.ts'
import { fanOut } from './fan-out.ts'
import type { WebhookAnswer, WebhookMessage } from './webhook-sender.ts'

const OK: WebhookAnswer = { status: 200, text: 'ok', retryAfter: null }
const DOWN: WebhookAnswer = { status: 503, text: 'down', retryAfter: null }
const URL = 'https://example.com/hook'
/** Microseconds. */
const HOUR = 3600e6

const stores: AssetStore[] = []
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close()
})

interface Given {
  answer(message: WebhookMessage): WebhookAnswer | Promise<WebhookAnswer>
  /** What happens while the form of the event of this asset is made. */
  renders?(name: string | null): void
}

/** A store on memory whose clock the test moves. */
function open({ answer, renders }: Given, options: Partial<PortOptions> = {}) {
  const bodies: { readonly name: string | null; readonly type: string; readonly url: string }[] = []
  let micros = Date.now() * 1000
  const metadata = createMemoryMetadata({ clock: () => micros })
  const store = createAssetStore({
    metadata,
    blobs: createMemoryBlobs(),
    signing: { secrets: ['o'.repeat(32)] },
    webhooks: {
      assertUrl: () => {},
      async send(message, { signal }) {
        signal.throwIfAborted()
        bodies.push({ ...JSON.parse(message.body), url: message.url })
        return answer(message)
      },
    },
    advanced: { sweepEveryMs: false, closeTimeout: 0 },
    ...options,
  })
  stores.push(store)
  const { runner, webhooks } = TenantStore.coreOf(store)
  webhooks?.start(({ type, data }) => {
    const { asset } = (data ?? {}) as { readonly asset?: { readonly name: string } }
    const name = asset?.name ?? null
    renders?.(name)
    return JSON.stringify({ type, name })
  })
  const pass = (time: number) => {
    micros += time
    runner.wake()
  }
  /** Lets time pass until it holds. */
  const until = (holds: () => boolean | Promise<boolean>, step = 1e6) =>
    expect
      .poll(
        () => {
          pass(step)
          return holds()
        },
        { interval: 5, timeout: 10_000 },
      )
      .toBe(true)
  return { store, metadata, bodies, pass, until }
}

const upload = (store: AssetStore, name: string) => store.upload(Buffer.from(name), { name })

function gate() {
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  return { ended, end }
}

/** A slowed endpoint with four lines that wait, none of which has a job. */
async function withLostJobs() {
  let answer = DOWN
  const opened = open({ answer: () => answer })
  const { store, until } = opened
  const { webhook } = await store.webhooks.create({ url: URL })
  for (let n = 0; n < 4; n += 1) await upload(store, `${n}.txt`)
  await until(async () => (await store.webhooks.get(webhook.id)).failures >= 3)
  await until(async () => {
    const { jobs } = await store.jobs.list()
    if (jobs.some(({ state }) => state === 'running')) return false
    await store.jobs.discard(jobs.map(({ id }) => id))
    return (await store.jobs.list()).jobs.length === 0
  }, 0)
  answer = OK
  const waiting = async () =>
    (await store.webhooks.deliveries(webhook.id, { state: 'waiting' })).deliveries.length
  expect(await waiting()).toBe(4)
  return { ...opened, webhook, waiting }
}

describe('jobs of webhooks that were discarded', () => {
  it('come again when the endpoint is enabled, although it was', async () => {
    const { store, until, webhook, waiting } = await withLostJobs()
    await store.webhooks.update(webhook.id, { enabled: true })
    await until(async () => (await waiting()) === 0, HOUR / 60)
  })

  it('come again with the next event', async () => {
    const { store, until, waiting } = await withLostJobs()
    await upload(store, 'next.txt')
    await until(async () => (await waiting()) === 0, HOUR / 60)
  })

  it('come again with a sweep, an hour later', async () => {
    const { store, pass, until, waiting } = await withLostJobs()
    await store.admin.sweep()
    expect((await store.jobs.list()).jobs).toEqual([])
    pass(HOUR)
    await store.admin.sweep()
    await until(async () => (await waiting()) === 0, HOUR / 60)
  })
})

describe('webhooks', () => {
  it('wait as after a failure when the form of an event cannot be made, and say why', async () => {
    let isMended = false
    const { store, bodies, until } = open({
      answer: () => OK,
      renders(name) {
        if (name === 'odd.txt' && !isMended) throw new Error('It is odd.')
      },
    })
    const { webhook } = await store.webhooks.create({ url: URL })
    await upload(store, 'odd.txt')
    const delivery = async () => (await store.webhooks.deliveries(webhook.id)).deliveries[0]
    await until(async () => (await delivery())?.attempts === 1)
    expect(await delivery()).toMatchObject({ state: 'waiting', answer: 'It is odd.' })
    isMended = true
    await until(() => bodies.length === 1)
  })

  it('leave places to other tenants, and half of them to other jobs', async () => {
    const { ended, end } = gate()
    const { store, bodies, until } = open({
      async answer({ url }) {
        if (url !== URL) await ended
        return OK
      },
    })
    const slow = store.for({ tenant: 'slow' })
    for (let n = 0; n < 4; n += 1) await slow.webhooks.create({ url: `https://slow.example/${n}` })
    for (let n = 0; n < 20; n += 1) await upload(slow, `${n}.txt`)
    await until(() => bodies.length >= 6)
    const other = store.for({ tenant: 'other' })
    await other.webhooks.create({ url: URL })
    let jobs = 0
    store.jobs.define('mail', () => {
      jobs += 1
    })
    await other.jobs.enqueue('mail', null)
    await upload(other, 'other.txt')
    await until(() => jobs === 1 && bodies.some(({ url }) => url === URL))
    expect(bodies.filter(({ url }) => url !== URL)).toHaveLength(6)
    end()
  })

  it('match the events of a tenant in parts, and those of other tenants in between', async () => {
    const { store, metadata } = open({ answer: () => OK }, { jobs: { work: false } })
    const { id } = await upload(store, 'a.txt')
    for (let n = 0; n < 250; n += 1) await store.update(id, { title: `${n}` })
    for (let n = 0; n < 20; n += 1) await store.webhooks.create({ url: URL })
    for (const webhook of (await store.webhooks.list()).webhooks) {
      await store.webhooks.replay(webhook.id, new Date(0))
    }
    const { jobs } = await store.jobs.list()
    await store.jobs.discard(jobs.map((job) => job.id))
    const positions = async () => {
      const query = { tenant: 'default', after: null, limit: 50 }
      return new Set((await metadata.webhooks.list(query)).map(({ position }) => position))
    }
    const { signal } = new AbortController()
    await fanOut(metadata, 'default', signal)
    expect(await positions()).toEqual(new Set(['200']))
    const { jobs: again } = await store.jobs.list({ kind: 'stowage.fan-out' })
    expect(again).toHaveLength(1)
    await store.jobs.discard((await store.jobs.list()).jobs.map((job) => job.id))
    await fanOut(metadata, 'default', signal)
    await fanOut(metadata, 'default', signal)
    expect(await positions()).toEqual(new Set(['251']))
  })

  it('do not bring a tenant back that was erased meanwhile', async () => {
    const { ended, end } = gate()
    const { store, bodies, until } = open({
      async answer() {
        await ended
        return OK
      },
    })
    const gone = store.for({ tenant: 'gone' })
    await gone.webhooks.create({ url: URL })
    for (let n = 0; n < 30; n += 1) await upload(gone, `${n}.txt`)
    await until(() => bodies.length === 4)
    await store.admin.tenants.erase('gone', { confirm: 'gone' })
    end()
    for (let n = 0; n < 5; n += 1) await new Promise((resolve) => setTimeout(resolve, 300))
    expect((await store.admin.jobs.list()).jobs).toEqual([])
  })
})
