import { formatTimestamp, parseTimestamp } from '@stowage/core/ports'
import { newKey, newTicket } from '@stowage/core/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fixtureOfTest } from '../testing/postgres-fixture.ts'
import { lasting, reservedAsset, tenant } from '../testing/records.ts'

const HOUR = 3_600_000

afterEach(() => {
  vi.useRealTimers()
})

describe('openPostgresMetadata, in a process whose clock has leapt', () => {
  it.each([26, -26])('decides by the clock of the server (%i hours)', async (hours) => {
    const metadata = await fixtureOfTest().open()
    await metadata.blobs.reserve(['reserved'], lasting)
    expect(await metadata.leases.acquire({ name: 'sweep', holder: 'a', duration: 60_000 })).toBe(
      true,
    )
    expect(await metadata.leases.acquire({ name: 'hold/x', holder: 'a', duration: 1 })).toBe(true)
    const expiresAt = formatTimestamp((Date.now() + HOUR) * 1000)
    const key = newKey({ expiresAt })
    await metadata.apiKeys.create(key)
    const once = { key: 'once', digest: 'd', lifetime: 24 * HOUR }
    const first = await reservedAsset(metadata)
    await metadata.assets.insert({
      tenant,
      assets: [first],
      keyId: key.id,
      quota: null,
      idempotency: once,
    })

    const ticket = await metadata.tickets.create(newTicket({ tenant, lifetime: HOUR }))

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * HOUR })
    expect(await metadata.blobs.claim({ due: true, limit: 9 })).toEqual([])
    expect(await metadata.leases.acquire({ name: 'sweep', holder: 'b', duration: 60_000 })).toBe(
      false,
    )
    const found = await metadata.apiKeys.get(key.id)
    expect(found !== null && found.now < expiresAt).toBe(true)
    const foundTicket = await metadata.tickets.get(ticket.id)
    expect(foundTicket && foundTicket.now < ticket.expiresAt).toBe(true)
    const later = await metadata.tickets.create(newTicket({ tenant, lifetime: HOUR }))
    expect(later.expiresAt < formatTimestamp(parseTimestamp(ticket.expiresAt) + HOUR * 1000)).toBe(
      true,
    )
    const again = await reservedAsset(metadata)
    const repeated = { tenant, assets: [again], keyId: key.id, quota: null }
    const replay = await metadata.assets.insert({ ...repeated, idempotency: once })
    expect(replay.replayOf).toHaveLength(1)
    expect((await metadata.assets.insert(repeated)).assets).toHaveLength(1)
    const [trashed] = await metadata.assets.setTrashed({ tenant, ids: [first.id], to: 'trash' })
    expect(trashed?.trashedAt && trashed.trashedAt < expiresAt).toBe(true)
  })

  it('reads the time when it has its locks: a key that expired in the queue stores nothing', async () => {
    const fixture = fixtureOfTest()
    const metadata = await fixture.open()
    const asset = await reservedAsset(metadata)
    await metadata.assets.insert({ tenant, assets: [asset], keyId: null, quota: null })
    const next = await reservedAsset(metadata)
    const key = newKey({ expiresAt: formatTimestamp((Date.now() + 1500) * 1000) })
    await metadata.apiKeys.create(key)
    // Another transaction has the tenant until the key has expired.
    const held = fixture.sql(`DO $$ BEGIN
      PERFORM 1 FROM $schema.tenants FOR UPDATE;
      PERFORM pg_sleep(3);
    END $$`)
    while ((await fixture.sql(LOCKED)).length === 0) await new Promise(setImmediate)
    const inserting = metadata.assets.insert({ tenant, assets: [next], keyId: key.id, quota: null })
    await expect(inserting).rejects.toMatchObject({ code: 'key_revoked' })
    await held
  })
})

const LOCKED = `SELECT 1 FROM pg_locks WHERE relation = '$schema.tenants'::regclass AND mode = 'RowShareLock'`
