import * as crypto from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { isStowageError } from '../errors/stowage-error.ts'
import { newToken } from '../keys/token.ts'
import { withWrongSecret } from '../keys/wrong-secret.fixture.ts'
import { createMemoryBlobs, createMemoryMetadata } from '../memory.ts'
import { replacing } from '../testing/fixtures/replacing.ts'
import { createTestClock } from '../testing/test-clock.ts'
import { createAssetStore } from './create-asset-store.ts'
import { openAssetStore } from './open-asset-store.ts'

vi.mock('node:crypto', async (original) => {
  const actual = await original<typeof crypto>()
  return { ...actual, timingSafeEqual: vi.fn(actual.timingSafeEqual) }
})

/** Larger than what is staged in memory. */
const LARGE = 300_000

afterEach(() => {
  vi.useRealTimers()
})

/** Names of all files below the folder. */
async function filesIn(directory: string): Promise<readonly string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

async function sharedDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'stowage-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  return directory
}

describe('tickets, of two stores on one directory', () => {
  it('stores 5 of 32 parallel uploads with a ticket of 5 files, and leaves nothing of the others', async () => {
    const directory = await sharedDirectory()
    const options = { directory, sweepEvery: false } as const
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
    await Promise.all(stores.map((store) => store.close()))
    const names = await filesIn(directory)
    const others = names.filter(
      (name) => !kept.has(name) && !/^(?:stowage\.db|\.|README)/.test(name),
    )
    expect(others).toEqual([])
    expect(names.filter((name) => kept.has(name))).toHaveLength(5)
  })
})

describe('tickets.verify', () => {
  it('costs one look-up and one constant-time comparison, for every kind of wrong token', async () => {
    const metadata = createMemoryMetadata()
    const get = vi.fn(metadata.tickets.get)
    const store = createAssetStore({
      metadata: replacing(metadata, { tickets: { get } }),
      blobs: createMemoryBlobs(),
      sweepEvery: false,
    })
    onTestFinished(() => store.close())
    const valid = await store.tickets.create()
    const revoked = await store.tickets.create()
    await store.tickets.revoke(revoked.ticket.id)
    const tokens = {
      valid: valid.token,
      revoked: revoked.token,
      unknown: newToken('stt').token,
      'wrong secret': withWrongSecret('stt', valid.ticket.id),
    }
    for (const [kind, token] of Object.entries(tokens)) {
      get.mockClear()
      vi.mocked(crypto.timingSafeEqual).mockClear()
      const ticket = await store.tickets.verify(token)
      expect(ticket?.id, kind).toBe(kind === 'valid' ? valid.ticket.id : undefined)
      expect(get, kind).toHaveBeenCalledTimes(1)
      expect(crypto.timingSafeEqual, kind).toHaveBeenCalledTimes(1)
    }
    get.mockClear()
    for (const wrong of ['', 'stt_', `${valid.token}x`, newToken('stw').token, null]) {
      expect(await store.tickets.verify(wrong as string)).toBeNull()
    }
    expect(get).not.toHaveBeenCalled()
  })
})

describe('tickets, of a store whose own clock is wrong', () => {
  it.each([26, -26])('expire by the clock of the database (%i hours)', async (hours) => {
    const clock = createTestClock()
    const metadata = createMemoryMetadata({ clock: clock.read })
    const store = createAssetStore({ metadata, blobs: createMemoryBlobs(), sweepEvery: false })
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
