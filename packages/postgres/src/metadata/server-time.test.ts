import { formatTimestamp, parseTimestamp } from '@stowage/core/internal'
import { newKey, newTicket } from '@stowage/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fixtureOfTest } from '../testing/postgres-fixture.ts'
import { anotherWaits, type Session, sessionOn } from '../testing/postgres-session.ts'
import { lasting, reservedAsset, tenant } from '../testing/records.ts'

const HOUR = 3_600_000

afterEach(() => {
  vi.useRealTimers()
})

describe('postgres, in a process whose clock has leapt', () => {
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
    const earlier = await metadata.assets.insert({
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
    const inserted = await metadata.assets.insert(repeated)
    expect(inserted.assets).toHaveLength(1)
    for (const time of ['createdAt', 'updatedAt'] as const) {
      const [before, now] = [earlier, inserted].map(({ assets }) => assets[0]?.[time] ?? '')
      expect([before, now, expiresAt].toSorted(), time).toEqual([before, now, expiresAt])
    }
    const [trashed] = await metadata.assets.setTrashed({ tenant, ids: [first.id], to: 'trash' })
    expect(trashed?.trashedAt && trashed.trashedAt < expiresAt).toBe(true)
  })

  it('reads the time when it has its locks: a key that expired in the queue stores nothing', async () => {
    const fixture = fixtureOfTest()
    const metadata = await fixture.open()
    const asset = await reservedAsset(metadata)
    await metadata.assets.insert({ tenant, assets: [asset], keyId: null, quota: null })
    const holder = await sessionOn(fixture)
    // On a slow machine the insert may begin after the key has expired, which shows nothing: again with a longer life.
    for (let life = 500; ; life *= 2) {
      const next = await reservedAsset(metadata)
      const key = newKey({ expiresAt: formatTimestamp((await serverTime(holder)) + life * 1000) })
      await metadata.apiKeys.create(key)
      await holder('BEGIN')
      await holder('SELECT 1 FROM $schema.tenants FOR UPDATE')
      const inserting = metadata.assets.insert({
        tenant,
        assets: [next],
        keyId: key.id,
        quota: null,
      })
      const refused = expect(inserting).rejects.toMatchObject({ code: 'key_revoked' })
      const began = await startOfWaiting(holder)
      const expiresAt = parseTimestamp(key.expiresAt ?? '')
      while ((await serverTime(holder)) <= expiresAt) await holder('SELECT pg_sleep(0.05)')
      await holder('COMMIT')
      await refused
      if (began < expiresAt) break
    }
  })
})

/** Microseconds of the server's clock. */
async function serverTime(session: Session): Promise<number> {
  const { rows } = await session(
    'SELECT (extract(epoch FROM clock_timestamp()) * 1e6)::float8 AS now',
  )
  return Number(rows[0]?.now)
}

/** When the transaction that waits for this session began, in microseconds of the server's clock. */
async function startOfWaiting(session: Session): Promise<number> {
  await anotherWaits(session)
  const { rows } =
    await session(`SELECT (extract(epoch FROM max(xact_start)) * 1e6)::float8 AS began
    FROM pg_stat_activity WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid))`)
  return Number(rows[0]?.began)
}
