import { newKey, newTicket } from '@stowage/testing'
import { describe, expect, it } from 'vitest'
import { fixtureOfTest } from '../testing/postgres-fixture.ts'
import { anotherWaits, sessionOn } from '../testing/postgres-session.ts'
import { reservedAsset, tenant } from '../testing/records.ts'

const AT = '2026-01-01T00:00:00.000000Z'

/** A store whose insert with a key and a ticket waits for the tenant's row, which `session` holds. */
async function insertThatWaits() {
  const fixture = fixtureOfTest()
  const metadata = await fixture.open()
  const key = newKey({ tenant })
  await metadata.apiKeys.create(key)
  const ticket = await metadata.tickets.create(newTicket({ tenant, files: 1 }))
  const session = await sessionOn(fixture)
  const asset = await reservedAsset(metadata)
  await session('BEGIN')
  await session('SELECT FROM $schema.tenants WHERE name = $1 FOR UPDATE', [tenant])
  const inserting = metadata.assets.insert({
    tenant,
    assets: [asset],
    keyId: key.id,
    ticket: ticket.id,
    quota: null,
  })
  const outcome = inserting.then(
    () => 'stored',
    ({ code }: { code: string }) => code,
  )
  await anotherWaits(session)
  return { fixture, metadata, key, ticket, session, asset, outcome }
}

describe('insert with a key and a ticket, while it waits for the tenant', () => {
  it('stores nothing when the key is revoked meanwhile', async () => {
    const { metadata, key, session, asset, outcome } = await insertThatWaits()
    await metadata.apiKeys.update({ tenant, id: key.id, changes: { revokedAt: AT } })
    await session('COMMIT')
    expect(await outcome).toBe('key_revoked')
    expect(await metadata.assets.get({ id: asset.id })).toBeNull()
  })

  it('stores when the key was only used meanwhile', async () => {
    const { metadata, key, session, outcome } = await insertThatWaits()
    await metadata.apiKeys.update({ tenant, id: key.id, changes: { lastUsedAt: AT } })
    await session('COMMIT')
    expect(await outcome).toBe('stored')
  })

  it('stores nothing when the ticket is revoked meanwhile', async () => {
    const { metadata, ticket, session, asset, outcome } = await insertThatWaits()
    await metadata.tickets.revoke({ tenant, id: ticket.id })
    await session('COMMIT')
    expect(await outcome).toBe('ticket_revoked')
    expect(await metadata.assets.get({ id: asset.id })).toBeNull()
  })

  it('sees the ticket as others left it that used it meanwhile', async () => {
    const { fixture, metadata, ticket, session, asset, outcome } = await insertThatWaits()
    await fixture.sql('UPDATE $schema.upload_tickets SET files_left = 0 WHERE id = $1', [ticket.id])
    await session('COMMIT')
    expect(await outcome).toBe('ticket_exhausted')
    expect(await metadata.assets.get({ id: asset.id })).toBeNull()
  })
})
