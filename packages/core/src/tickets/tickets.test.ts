import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestClock } from '@stowage/testing'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { isStowageError } from '../errors/stowage-error.ts'
import { createMemoryBlobs, createMemoryMetadata } from '../memory.ts'
import { createAssetStore } from '../store/opening/create-asset-store.ts'
import { openAssetStore } from '../store/opening/open-asset-store.ts'

/** Larger than what is staged in memory. */
const LARGE = 300_000

afterEach(() => {
  vi.useRealTimers()
})

/** Names of all files below the folder, sorted. */
async function filesIn(directory: string): Promise<readonly string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  return entries.flatMap((entry) => (entry.isFile() ? entry.name : [])).sort()
}

async function sharedDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'stowage-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  return directory
}

/** The files of a store that was closed before anything was uploaded. */
async function namesOfEmptyStore(): Promise<readonly string[]> {
  const directory = await sharedDirectory()
  await (await openAssetStore({ directory, advanced: { sweepEveryMs: false } })).close()
  return filesIn(directory)
}

describe('tickets, of two stores on one directory', () => {
  it('stores 5 of 32 parallel uploads with a ticket of 5 files, and leaves nothing of the others', async () => {
    const directory = await sharedDirectory()
    const options = { directory, advanced: { sweepEveryMs: false } } as const
    const stores = [await openAssetStore(options), await openAssetStore(options)] as const
    const [one, two] = stores
    const { token } = await one.tickets.create({ files: 5 })
    const ticket = (await two.tickets.verify(token)) ?? expect.fail()
    const results = await Promise.allSettled(
      Array.from({ length: 32 }, (_, n) =>
        (stores[n % 2] ?? one).upload(Buffer.alloc(LARGE + n, 'a'), { ticket }),
      ),
    )
    const refused = results.flatMap((result) => (result.status === 'rejected' ? result : []))
    expect(refused.filter(({ reason }) => !isStowageError(reason, 'ticket_exhausted'))).toEqual([])
    expect(refused).toHaveLength(27)
    expect((await one.tickets.verify(token))?.filesLeft).toBe(0)
    const { assets, total } = await two.list()
    expect(total).toBe(5)
    const kept = new Set(assets.map(({ blobKey }) => blobKey.split('/').at(-1)))
    // One after the other: SQLite leaves its log behind when the last two connections close at the same moment.
    for (const store of stores) await store.close()
    const names = await filesIn(directory)
    expect(names.filter((name) => !kept.has(name))).toEqual(await namesOfEmptyStore())
    expect(names.filter((name) => kept.has(name))).toHaveLength(5)
  })

  it('leaves no row and no file of an upload that is aborted, and does not count it', async () => {
    const directory = await sharedDirectory()
    const store = await openAssetStore({ directory, advanced: { sweepEveryMs: false } })
    const { token, ticket } = await store.tickets.create()
    const controller = new AbortController()
    async function* source() {
      yield Buffer.alloc(LARGE, 'a')
      controller.abort(new Error('The user left.'))
      yield Buffer.alloc(LARGE, 'a')
    }
    const upload = store.upload(source(), { ticket, signal: controller.signal })
    await expect(upload).rejects.toThrow('The user left.')
    expect(await store.tickets.verify(token)).toEqual(ticket)
    expect((await store.list()).total).toBe(0)
    await store.close()
    expect(await filesIn(directory)).toEqual(await namesOfEmptyStore())
  })
})

describe('tickets, of a store whose own clock is wrong', () => {
  it.each([26, -26])('expire by the clock of the database (%i hours)', async (hours) => {
    const clock = createTestClock()
    const metadata = createMemoryMetadata({ clock: clock.read })
    const store = createAssetStore({
      metadata,
      blobs: createMemoryBlobs(),
      advanced: { sweepEveryMs: false },
    })
    onTestFinished(() => store.close())
    const { token, ticket } = await store.tickets.create({ expiresIn: 60, files: 2 })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 })
    clock.set(59)
    expect(await store.tickets.verify(token)).toEqual(ticket)
    clock.set(60)
    expect(await store.tickets.verify(token)).toBeNull()
    // It was verified in time: the upload may end late.
    await store.upload(Buffer.from('late'), { ticket })
  })
})
