import { AsyncLocalStorage } from 'node:async_hooks'
import { tracingChannel } from 'node:diagnostics_channel'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createMemoryBlobs, createMemoryMetadata } from '../memory.ts'
import { createAssetStore, type PortOptions } from '../store/opening/create-asset-store.ts'
import { fakeProcessor } from '../variants/fake-processor.fixture.ts'
import { tracedIfHeard } from './trace.ts'
import type { Trace, TraceName } from './trace-events.ts'

const NAMES: readonly TraceName[] = ['upload', 'analysis', 'variant', 'commit', 'read', 'job']
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** What the channels publish until the test ends, in order. */
function listen(names = NAMES): { readonly done: Trace[]; readonly steps: string[] } {
  const heard = { done: [] as Trace[], steps: [] as string[] }
  for (const name of names) {
    const note = (step: string) => (message: unknown) => {
      heard.steps.push(`${name} ${step}`)
      if (step === 'asyncEnd') heard.done.push(message as Trace)
    }
    const subscribers = {
      start: note('start'),
      end: note('end'),
      asyncStart: note('asyncStart'),
      asyncEnd: note('asyncEnd'),
      error: note('error'),
    }
    const channel = tracingChannel(`stowage:${name}`)
    channel.subscribe(subscribers)
    onTestFinished(() => void channel.unsubscribe(subscribers))
  }
  return heard
}

function openStore(options: Partial<PortOptions> = {}) {
  const store = createAssetStore({
    metadata: createMemoryMetadata(),
    blobs: createMemoryBlobs(),
    advanced: { sweepEveryMs: false },
    ...options,
  })
  onTestFinished(() => store.close())
  return store
}

const ofWrite = (done: readonly Trace[], write: string) =>
  done.find((trace) => trace.operation === 'commit' && trace.write === write)

describe('traces', () => {
  it('tell of an upload, and that analysis, variants and commit are part of it', async () => {
    const { processor } = fakeProcessor({ thumbnail: 'immediately' })
    const store = openStore({ variants: { processor, when: 'upload' } }).for({
      tenant: 'acme',
      actor: 'ann',
    })
    const { done } = listen()
    const asset = await store.upload(PICTURE, { name: 'a.png' })
    const upload = done.find(({ operation }) => operation === 'upload')
    expect(upload).toMatchObject({
      parent: null,
      tenant: 'acme',
      kind: 'upload',
      assetIds: [asset.id],
      bytes: PICTURE.length,
      durationMs: expect.any(Number),
      error: undefined,
    })
    const parts = done.filter(({ parent }) => parent === upload)
    expect(parts).toMatchObject([
      { operation: 'analysis', bytes: PICTURE.length, mimeType: 'image/png' },
      { operation: 'variant', when: 'upload', variants: ['thumbnail'], failed: [] },
      { operation: 'commit', write: 'insert', tenant: 'acme' },
    ])
    for (const part of parts) {
      expect(part.startedAt).toBeGreaterThanOrEqual(upload?.startedAt ?? Number.NaN)
    }
  })

  it('tell of reads and of variants on demand', async () => {
    const { processor } = fakeProcessor({ large: 'on-demand' })
    const store = openStore({ variants: processor })
    const { id } = await store.upload(PICTURE, { name: 'a.png' })
    const { done } = listen(['read', 'variant'])
    await store.read(id, { variant: 'large' })
    await store.read(id, { range: { start: 2, end: 5 } })
    expect(done).toMatchObject([
      { operation: 'variant', when: 'request', assetId: id, variants: ['large'] },
      { operation: 'read', assetId: id, variant: 'large' },
      { operation: 'read', assetId: id, variant: null, bytes: 3 },
    ])
  })

  it('tell of a replaced content and of every write once, also of an audited store for an actor', async () => {
    const store = openStore({ audit: true }).for({ actor: 'ann' }).for({ actor: 'bob' })
    const asset = await store.upload(PICTURE)
    const { done } = listen()
    await store.versions.replace(asset.id, Buffer.from('a text'), { name: 'a.txt' })
    await store.trash(asset.id)
    expect(done.find(({ operation }) => operation === 'upload')).toMatchObject({
      kind: 'replace',
      assetIds: [asset.id],
    })
    expect(ofWrite(done, 'replaceContent')?.parent).toMatchObject({ operation: 'upload' })
    const writes = done.flatMap((trace) => (trace.operation === 'commit' ? [trace.write] : []))
    expect(writes.filter((write) => write === 'setTrashed')).toHaveLength(1)
    expect(writes.filter((write) => write === 'replaceContent')).toHaveLength(1)
  })

  it('tell why an operation failed, and publish as tracePromise of Node does', async () => {
    const store = openStore({ allow: ['image/*'] })
    const { done, steps } = listen(['upload'])
    await expect(store.upload(Buffer.from('a text'))).rejects.toThrow()
    expect(done).toMatchObject([{ assetIds: [], bytes: 0, error: { code: 'type_not_allowed' } }])
    expect(steps).toEqual(
      ['start', 'end', 'error', 'asyncStart', 'asyncEnd'].map((step) => `upload ${step}`),
    )
  })

  it('have no names of files, no bytes and no keys of blobs', async () => {
    const store = openStore()
    const { done } = listen()
    const asset = await store.upload(Buffer.from('secret bytes'), {
      name: 'secret name.txt',
      title: 'secret title',
    })
    await store.read(asset)
    const { token } = await store.keys.create({ name: 'secret key' })
    await store.keys.verify(token)
    expect(done.length).toBeGreaterThanOrEqual(5)
    const texts = JSON.stringify(done)
    expect(texts).not.toContain('secret')
    expect(texts).not.toContain(asset.blobKey)
    expect(texts).not.toContain(token)
  })

  it('run an operation in the context that a subscriber binds', async () => {
    const storage = new AsyncLocalStorage<unknown>()
    const { start } = tracingChannel('stowage:upload')
    start.bindStore(storage, (trace) => (trace as unknown as Trace).operation)
    onTestFinished(() => void start.unbindStore(storage))
    const seen: unknown[] = []
    const store = openStore({
      scan: () => {
        seen.push(storage.getStore())
        return 'accept'
      },
    })
    await store.upload(Buffer.from('a text'))
    expect([seen, storage.getStore()]).toEqual([['upload'], undefined])
  })

  it('reach a subscriber that comes after the store was opened, until it goes', async () => {
    const store = openStore()
    const done: unknown[] = []
    const subscribers = { asyncEnd: (trace: object) => void done.push(trace) }
    const channel = tracingChannel('stowage:upload')
    await store.upload(Buffer.from('one'))
    channel.subscribe(subscribers as never)
    await store.upload(Buffer.from('two'))
    channel.unsubscribe(subscribers as never)
    await store.upload(Buffer.from('three'))
    expect(done).toMatchObject([{ bytes: 3, operation: 'upload' }])
  })
})

describe('tracedIfHeard', () => {
  const start = { parent: null, tenant: 'acme', kind: 'verify', jobId: 'j', attempt: 2 }

  it('gives work no event while nobody listens', async () => {
    expect(await tracedIfHeard('job', start, async (trace) => trace)).toBeNull()
  })

  it('publishes the event that work completes', async () => {
    const { done } = listen(['job'])
    expect(await tracedIfHeard('job', start, async (trace) => trace?.operation)).toBe('job')
    expect(done).toMatchObject([{ ...start, operation: 'job', durationMs: expect.any(Number) }])
  })
})
