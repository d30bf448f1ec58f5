import * as crypto from 'node:crypto'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { newToken } from '../keys/token.ts'
import { withWrongSecret } from '../keys/wrong-secret.fixture.ts'
import { createMemoryBlobs, createMemoryMetadata } from '../memory.ts'
import { createAssetStore } from '../store/opening/create-asset-store.ts'
import { replacing } from '../testing/replacing.ts'

vi.mock('node:crypto', async (original) => {
  const actual = await original<typeof crypto>()
  return { ...actual, timingSafeEqual: vi.fn(actual.timingSafeEqual) }
})

describe('tickets.verify', () => {
  it('costs one look-up and one constant-time comparison, for every kind of wrong token', async () => {
    const metadata = createMemoryMetadata()
    const get = vi.fn(metadata.tickets.get)
    const store = createAssetStore({
      metadata: replacing(metadata, { tickets: { get } }),
      blobs: createMemoryBlobs(),
      advanced: { sweepEveryMs: false },
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
