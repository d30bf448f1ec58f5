import { expect, it, onTestFinished, vi } from 'vitest'
import type { LeaseRecords } from '../leases/lease-records.ts'
import { createMemoryMetadata } from '../memory.ts'
import type { MetadataStore } from '../ports/metadata-store.ts'
import { replacing } from '../testing/replacing.ts'
import { fakeProcessor, original, ports } from './fake-processor.fixture.ts'

type LeaseRequest = Parameters<LeaseRecords['acquire']>[0]

/** Notes every request for a lease that is granted, and when, in milliseconds. */
function watched(metadata: MetadataStore = createMemoryMetadata()) {
  const granted: (LeaseRequest & { readonly at: number })[] = []
  const acquire: LeaseRecords['acquire'] = async (request) => {
    const isGranted = await metadata.leases.acquire(request)
    if (isGranted) granted.push({ ...request, at: Date.now() })
    return isGranted
  }
  return { metadata: replacing(metadata, { leases: { acquire } }), granted }
}

it('the lease of a variant is renewed before it runs out, for as long as the making lasts', async () => {
  const { metadata, granted } = watched()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let begun = () => {}
  const begins = new Promise<void>((resolve) => {
    begun = resolve
  })
  const { processor } = fakeProcessor({ thumbnail: 'on-demand' })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const store = ports().open(
    {
      ...processor,
      async make(...args) {
        begun()
        await held
        return processor.make(...args)
      },
    },
    { metadata, advanced: { clock: () => Date.now() * 1000 } },
  )
  const asset = await store.upload(original)
  const making = store.variants.ensure(asset, 'thumbnail')
  await begins
  expect(granted).toHaveLength(1)
  // From one request to the next, the lease that the one before it got has not run out.
  for (let renewals = 1; renewals < 4; renewals++) {
    await vi.advanceTimersByTimeAsync(30_000)
    expect(granted.length).toBeGreaterThan(renewals)
  }
  for (const [index, { at }] of granted.slice(1).entries()) {
    const { at: before, duration } = granted[index] ?? expect.fail()
    expect(at).toBeLessThan(before + duration)
  }
  release()
  await making
  await store.close()
})

it('the lease of a variant is given back, so that another process need not wait for it', async () => {
  const { metadata, granted } = watched()
  const { processor } = fakeProcessor({ thumbnail: 'on-demand' })
  const store = ports().open(processor, { metadata })
  const asset = await store.upload(original)
  await store.variants.ensure(asset, 'thumbnail')
  const [taken] = granted
  if (taken === undefined) throw new Error('no lease was taken')
  expect(await metadata.leases.acquire({ ...taken, holder: 'another process' })).toBe(true)
})
