import * as crypto from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createMemoryMetadata } from '../memory.ts'
import { replacing } from '../testing/replacing.ts'
import { systemClock } from '../time/timestamp.ts'
import { createKeyring } from './create-keys.ts'
import { newToken } from './token.ts'
import { withWrongSecret } from './wrong-secret.fixture.ts'

vi.mock('node:crypto', async (original) => {
  const actual = await original<typeof crypto>()
  return { ...actual, timingSafeEqual: vi.fn(actual.timingSafeEqual) }
})

afterEach(() => {
  vi.mocked(crypto.timingSafeEqual).mockClear()
})

async function fixture() {
  const metadata = createMemoryMetadata()
  const getKey = vi.fn(metadata.apiKeys.get)
  const keyring = createKeyring({
    metadata: replacing(metadata, { apiKeys: { get: getKey } }),
    clock: systemClock(),
    onError: (error) => expect.fail(String(error)),
  })
  const keys = keyring.forTenant('default')
  return { metadata, getKey, keyring, keys }
}

describe('verify', () => {
  it('costs one look-up and one constant-time comparison, for every kind of wrong token', async () => {
    const { getKey, keyring, keys } = await fixture()
    const valid = await keys.create({ name: 'valid' })
    const revoked = await keys.create({ name: 'revoked' })
    await keys.revoke(revoked.key.id)
    const expired = await keys.create({ name: 'expired', expiresAt: new Date(0) })
    const tokens = {
      valid: valid.token,
      revoked: revoked.token,
      expired: expired.token,
      unknown: newToken('stw').token,
      'wrong secret': withWrongSecret('stw', valid.key.id),
    }
    for (const [kind, token] of Object.entries(tokens)) {
      getKey.mockClear()
      vi.mocked(crypto.timingSafeEqual).mockClear()
      const principal = await keyring.verify(token)
      expect(principal?.id, kind).toBe(kind === 'valid' ? valid.key.id : undefined)
      expect(getKey, kind).toHaveBeenCalledTimes(1)
      expect(crypto.timingSafeEqual, kind).toHaveBeenCalledTimes(1)
      const [[a, b] = []] = vi.mocked(crypto.timingSafeEqual).mock.calls
      // Of the SHA-256, in hex: nothing of the secret's own length or form.
      expect([a?.byteLength, b?.byteLength], kind).toEqual([64, 64])
    }
  })

  it('recognises a typo by the checksum, without a look-up', async () => {
    const { getKey, keyring, keys } = await fixture()
    const { token } = await keys.create({ name: 'key' })
    for (const wrong of ['', 'stw_', `${token}x`, token.toLowerCase()]) {
      expect(await keyring.verify(wrong)).toBeNull()
    }
    expect(getKey).not.toHaveBeenCalled()
  })

  it('is valid up to its expiry, and not at it', async () => {
    let now = Date.UTC(2026, 0, 1) * 1000
    const metadata = createMemoryMetadata({ clock: () => now })
    // The process's own clock has leapt: the time of the database decides.
    const clock = () => now + 26 * 3_600_000_000
    const keyring = createKeyring({ metadata, clock, onError: () => {} })
    const expiresAt = new Date(Date.UTC(2026, 0, 2))
    const { token } = await keyring.forTenant('default').create({ name: 'key', expiresAt })
    now = expiresAt.getTime() * 1000 - 1
    expect(await keyring.verify(token)).not.toBeNull()
    now += 1
    expect(await keyring.verify(token)).toBeNull()
  })

  it('gives the stored permissions, even when the app changed an earlier principal', async () => {
    const { keyring, keys } = await fixture()
    const { key, token } = await keys.create({ name: 'reader', permissions: ['read'] })
    const principal = await keyring.verify(token)
    const forged = [key, principal] as unknown as { permissions: string[]; tenant: string }[]
    for (const one of forged) Object.assign(one, { permissions: ['read', 'delete'], tenant: 'x' })
    expect(await keyring.verify(token)).toMatchObject({
      permissions: ['read'],
      tenant: 'default',
    })
  })
})

describe('keys.create', () => {
  it('refuses more keys than the limit, until one is revoked', async () => {
    const metadata = createMemoryMetadata()
    const keyring = createKeyring({
      metadata,
      clock: systemClock(),
      keysPerTenant: 2,
      onError: () => {},
    })
    const keys = keyring.forTenant('default')
    const { key } = await keys.create({ name: 'first' })
    await keys.create({ name: 'second', expiresAt: new Date(0) })
    await keyring.forTenant('other').create({ name: 'of others' })
    await expect(keys.create({ name: 'third' })).rejects.toMatchObject({
      code: 'too_many_keys',
      context: { limit: 2 },
    })
    await keys.revoke(key.id)
    await keys.create({ name: 'third' })
    expect((await keys.list()).map(({ name }) => name)).toEqual(['first', 'second', 'third'])
  })

  it('refuses a key whose maker is revoked between the look-up and the insert', async () => {
    const metadata = createMemoryMetadata()
    const create = vi.fn(metadata.apiKeys.create)
    const keyring = createKeyring({
      metadata: replacing(metadata, { apiKeys: { create } }),
      clock: systemClock(),
      onError: () => {},
    })
    const keys = keyring.forTenant('default')
    const { key, token } = await keys.create({ name: 'maker', permissions: ['read', 'manage'] })
    const principal = (await keyring.verify(token)) ?? expect.fail()
    create.mockImplementationOnce(async (...request) => {
      await keys.revoke(key.id)
      await metadata.apiKeys.create(...request)
    })
    await expect(keys.create({ name: 'late', principal })).rejects.toMatchObject({
      code: 'key_revoked',
    })
    expect(await keys.list()).toHaveLength(1)
  })
})

describe('keys.list, keys.page and keys.revoke', () => {
  it('never give out a secret or its hash', async () => {
    const { metadata, keys } = await fixture()
    const { key } = await keys.create({ name: 'key' })
    const { secretHash = '' } = (await metadata.apiKeys.get(key.id))?.key ?? {}
    expect(secretHash).toHaveLength(64)
    const shown = JSON.stringify([
      key,
      await keys.list(),
      await keys.page(),
      await keys.revoke(key.id),
    ])
    expect(shown).not.toContain(secretHash)
  })
})
