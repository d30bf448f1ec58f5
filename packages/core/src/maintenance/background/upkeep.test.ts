import { randomBytes } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createMemoryBlobs, createMemoryMetadata } from '../../memory.ts'
import type { AssetStoreOptions } from '../../store/opening/asset-store-options.ts'
import { createAssetStore } from '../../store/opening/create-asset-store.ts'
import type { ScanVerdict } from '../../upload/policy/upload-policy.ts'
import { fakeProcessor } from '../../variants/fake-processor.fixture.ts'

const MAINTENANCE = { jobs: { maintenance: true } }
const DAY = 86_400_000

/** A database and a bucket, and stores on them. */
function fixture() {
  let now = Date.UTC(2026, 2, 1) * 1000
  const clock = () => (now += 1)
  const metadata = createMemoryMetadata({ clock })
  const blobs = createMemoryBlobs()
  const errors: unknown[] = []
  function open(options: AssetStoreOptions = {}) {
    const store = createAssetStore({
      metadata,
      blobs,
      onError: (error) => errors.push(error),
      advanced: { sweepEveryMs: false, clock },
      ...options,
    })
    onTestFinished(() => store.close())
    return store
  }
  return { blobs, errors, open, pass: (millis: number) => (now += millis * 1000) }
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await nextTurn()
}

describe('startVerify', () => {
  it('looks at everything in the background, and tells of it at the end', async () => {
    const { open, errors } = fixture()
    const store = open(MAINTENANCE)
    for (let n = 0; n < 3; n += 1) await store.upload(randomBytes(10))
    const seen: unknown[] = []
    store.on('store.verified', (event) => seen.push(event.seen))
    const id = await store.admin.startVerify()
    await until(() => seen.length === 1)
    expect(seen).toEqual([{ records: 3, files: 3, bytes: 30, blobs: 3, problems: 0 }])
    await until(async () => (await store.admin.jobs.list()).jobs.length === 0)
    await expect(store.admin.jobs.get(id)).rejects.toMatchObject({ code: 'job_not_found' })
    expect(errors).toEqual([])
  })

  it('tells onError of each problem, and leaves a dead job that says what there is', async () => {
    const { open, blobs, errors } = fixture()
    const store = open(MAINTENANCE)
    const lost = await store.upload(randomBytes(10))
    await store.upload(randomBytes(10))
    await blobs.delete([lost.blobKey])
    const dead: unknown[] = []
    store.on('job.dead', ({ job }) => dead.push(job.id))
    const id = await store.admin.startVerify()
    await until(() => dead.length === 1)
    expect(dead).toEqual([id])
    expect(await store.admin.jobs.get(id)).toMatchObject({
      kind: 'stowage.verify',
      tenant: null,
      state: 'dead',
      error: `verify found 1 problems, with 2 records. The file of asset ${lost.id}: missing.`,
    })
    expect(errors).toMatchObject([
      { code: 'problem_found', context: { problem: { kind: 'missing', assetId: lost.id } } },
      { code: 'job_failed' },
    ])
    // It repairs nothing.
    expect((await store.get(lost.id)).trashedAt).toBeNull()
  })

  it('waits for a process that does it, and one of them runs at a time', async () => {
    const { open } = fixture()
    const asking = open()
    await asking.upload(randomBytes(10))
    const id = await asking.admin.startVerify()
    expect(await asking.admin.startVerify()).toBe(id)
    expect((await asking.admin.jobs.list()).jobs).toMatchObject([
      { id, state: 'waiting', priority: -100, key: 'store' },
    ])
    const working = open(MAINTENANCE)
    const seen: unknown[] = []
    working.on('store.verified', (event) => seen.push(event))
    await until(() => seen.length === 1)
  })

  it('begins by itself after verifyEveryDays, again and again', async () => {
    const { open, pass } = fixture()
    const store = open({ jobs: { maintenance: { verifyEveryDays: 7 } } })
    const seen: unknown[] = []
    store.on('store.verified', (event) => seen.push(event))
    const waiting = async () => (await store.admin.jobs.list()).jobs
    await until(async () => (await waiting()).length === 1)
    for (let week = 1; week <= 2; week += 1) {
      expect(await waiting()).toMatchObject([
        { kind: 'stowage.verify-regularly', state: 'waiting', attempt: 0 },
      ])
      expect(seen).toHaveLength(week - 1)
      pass(7 * DAY)
      // Looks for it.
      await store.jobs.enqueue('other', null, { key: 'other' })
      await until(async () => seen.length === week && (await waiting()).length === 2)
      await store.jobs.discard((await store.jobs.list()).jobs.map(({ id }) => id))
    }
  })

  it.each([{}, { verifyEveryDays: 0 }, { verifyEveryDays: 367 }, { every: 1 }, 'yes'])(
    'refuses maintenance: %j',
    (maintenance) => {
      const { open } = fixture()
      const opened = () => open({ jobs: { maintenance: maintenance as never } })
      expect(opened).toThrow(expect.objectContaining({ code: 'invalid_argument' }))
    },
  )
})

describe('startScanAgain', () => {
  it('asks the hook about what it held back, and records its verdicts', async () => {
    const { open, errors } = fixture()
    const verdicts = new Map<string, ScanVerdict>()
    const asked: string[] = []
    const { processor } = fakeProcessor({ thumbnail: 'immediately' })
    const store = open({
      ...MAINTENANCE,
      variants: processor,
      async scan(file, { name, size, mimeType }) {
        const bytes = Buffer.from(await file.read({ start: 0, end: 4 })).toString()
        asked.push(`${name} ${size} ${mimeType} ${bytes}`)
        return verdicts.get(name) ?? 'wait'
      },
    })
    const acme = store.for({ tenant: 'acme' })
    const names = ['clean.txt', 'infected.txt', 'unknown.txt']
    const held = await Promise.all(names.map((name) => acme.upload(Buffer.from(name), { name })))
    verdicts.set('ready.txt', 'accept')
    const ready = await store.upload(Buffer.from('ready'), { name: 'ready.txt' })
    await acme.trash(held[1]?.id ?? '')
    asked.length = 0
    verdicts.set('clean.txt', 'accept').set('infected.txt', { reject: 'EICAR' })
    verdicts.set('ready.txt', { reject: 'It is not asked.' })
    const seen: unknown[] = []
    const updated: string[] = []
    store.on('store.scanned', (event) => seen.push(event.seen))
    store.on('asset.updated', ({ asset }) => updated.push(asset.name))
    await store.admin.startScanAgain()
    await until(() => seen.length === 1)
    expect(seen).toEqual([{ accepted: 1, rejected: 1, waiting: 1, unscanned: 0 }])
    expect(asked.toSorted()).toEqual([
      'clean.txt 9 text/plain clea',
      'infected.txt 12 text/plain infe',
      'unknown.txt 11 text/plain unkn',
    ])
    const found = await Promise.all(
      held.map(({ id }) => store.for({ tenant: 'acme' }).get(id, { trashed: 'include' })),
    )
    expect(found.map(({ status }) => status)).toEqual(['ready', 'failed', 'processing'])
    expect((await store.get(ready.id)).status).toBe('ready')
    expect(updated.toSorted()).toEqual(['clean.txt', 'infected.txt'])
    expect(errors).toEqual([])
  })

  it('goes on without a file for which the hook threw three times, and says so', async () => {
    // No pauses between attempts.
    vi.spyOn(Math, 'random').mockReturnValue(0)
    onTestFinished(() => void vi.restoreAllMocks())
    const { open, errors } = fixture()
    let isDown = false
    let asked = 0
    const store = open({
      ...MAINTENANCE,
      scan(_, { name }) {
        if (!isDown) return 'wait'
        asked += 1
        if (name === 'odd.txt') throw new Error('clamd ended.')
        return 'accept'
      },
    })
    const uploads = [] as string[]
    for (const name of ['odd.txt', 'a.txt', 'b.txt']) {
      uploads.push((await store.upload(Buffer.from(name), { name })).id)
    }
    isDown = true
    const dead: unknown[] = []
    store.on('job.dead', ({ job }) => dead.push(job.error))
    await store.admin.startScanAgain()
    await until(() => dead.length === 1)
    expect(dead).toEqual([
      `1 files could not be scanned: the scan hook threw. They are still held back. Asset ${uploads[0]}.`,
    ])
    expect(asked).toBe(5)
    const found = await Promise.all(uploads.map((id) => store.get(id)))
    expect(found.map(({ status }) => status)).toEqual(['processing', 'ready', 'ready'])
    expect(errors).toMatchObject([{ code: 'unavailable' }, { code: 'job_failed' }])
  })

  it('waits where the store has no hook', async () => {
    const { open } = fixture()
    const store = open(MAINTENANCE)
    const id = await store.admin.startScanAgain()
    const seen: unknown[] = []
    store.on('store.verified', (event) => seen.push(event))
    await store.admin.startVerify()
    await until(() => seen.length === 1)
    expect(await store.admin.jobs.get(id)).toMatchObject({ state: 'waiting', attempt: 0 })
  })
})
