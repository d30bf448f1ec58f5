import { randomUUID } from 'node:crypto'
import { newAsset, newKey, newTicket } from '@stowage/testing'
import { expect, it } from 'vitest'
import { fixtureOfTest } from '../testing/postgres-fixture.ts'
import { anotherWaits, sessionOn } from '../testing/postgres-session.ts'
import { lasting } from '../testing/records.ts'

const tenant = 'gone'

it.each(['folder', 'key', 'ticket', 'asset'] as const)(
  'adds no %s to a tenant whose erasure began while it waited for it',
  async (what) => {
    const fixture = fixtureOfTest()
    const metadata = await fixture.open()
    const folder = { tenant, name: 'F', parentId: null }
    await metadata.folders.create({ ...folder, id: randomUUID() })
    const asset = newAsset()
    await metadata.blobs.reserve([asset.blobKey], lasting)
    const adding = {
      folder: () => metadata.folders.create({ ...folder, id: randomUUID(), name: 'G' }),
      key: () => metadata.apiKeys.create(newKey({ tenant })),
      ticket: () => metadata.tickets.create(newTicket({ tenant })),
      asset: () => metadata.assets.insert({ tenant, assets: [asset], keyId: null, quota: null }),
    }
    const session = await sessionOn(fixture)
    await session('BEGIN')
    await session(`SELECT 1 FROM $schema.tenants WHERE name = '${tenant}' FOR NO KEY UPDATE`)
    const added = adding[what]().then(
      () => 'added',
      (error: { readonly code: string }) => error.code,
    )
    await anotherWaits(session)
    await session(`UPDATE $schema.tenants SET erasing = true WHERE name = '${tenant}'`)
    await session('COMMIT')
    expect(await added).toBe('unavailable')
  },
)
