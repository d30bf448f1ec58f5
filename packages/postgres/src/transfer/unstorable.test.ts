import type { MigratableMetadata } from '@stowage/core/internal'
import { createMemoryMetadata } from '@stowage/core/memory'
import { migrateMetadata } from '@stowage/migrate'
import { newAsset, newKey } from '@stowage/testing'
import { describe, expect, it } from 'vitest'
import { fixtureOfTest } from '../testing/postgres-fixture.ts'
import { lasting, tenant } from '../testing/records.ts'

/** A database with more assets than are moved at a time, one of which is as PostgreSQL cannot store it. */
async function withOddAsset(name: string) {
  const from = createMemoryMetadata()
  const assets = Array.from({ length: 600 }, () => newAsset())
  const odd = newAsset({ name })
  assets.splice(321, 0, odd)
  await from.blobs.reserve(
    assets.map(({ blobKey }) => blobKey),
    lasting,
  )
  await from.assets.insert({ tenant, assets, keyId: null, quota: null })
  return { from, odd, count: assets.length }
}

async function migrateTo(to: MigratableMetadata, from: MigratableMetadata) {
  return migrateMetadata({ from, to })
}

describe('migrateMetadata to PostgreSQL', () => {
  it.each([
    ['NUL', 'a\0b'],
    ['half a character', 'a\ud800b'],
  ])('names the asset that it cannot store, for %s in its name', async (_, name) => {
    const { from, odd, count } = await withOddAsset(name)
    const to = await fixtureOfTest().open()
    await expect(migrateTo(to, from)).rejects.toMatchObject({
      code: 'invalid_argument',
      message: expect.stringContaining(odd.id),
      context: { kind: 'asset', tenant, key: odd.id },
    })
    // Mended, it goes on.
    await from.assets.update({ tenant, id: odd.id, changes: { name: 'ab' } })
    expect((await migrateTo(to, from)).phase).toBe('moved')
    const page = { tenant, trashed: false, from: { offset: 0 }, limit: 1 }
    expect((await to.assets.list(page)).total).toBe(count)
    expect((await to.assets.get({ id: odd.id }))?.name).toBe('ab')
  })

  it.each([
    ['NUL', 'CI\0'],
    ['half a character', 'CI\udc00'],
  ])('names the key that it cannot store, for %s in its name', async (_, name) => {
    const from = createMemoryMetadata()
    const key = newKey({ name })
    await from.apiKeys.create(newKey())
    await from.apiKeys.create(key)
    const to = await fixtureOfTest().open()
    await expect(migrateTo(to, from)).rejects.toMatchObject({
      code: 'invalid_argument',
      context: { kind: 'key', tenant, key: key.id },
    })
  })

  it('names what was changed into something that it cannot store', async () => {
    const { from, odd } = await withOddAsset('fine')
    const to = await fixtureOfTest().open()
    const { source, target } = from.transfer
    const changing: MigratableMetadata = {
      ...from,
      transfer: {
        source: {
          ...source,
          async changes(query) {
            await from.assets.update({ tenant, id: odd.id, changes: { name: 'a\0b' } })
            return source.changes(query)
          },
        },
        target,
      },
    }
    await expect(migrateTo(to, changing)).rejects.toMatchObject({
      code: 'invalid_argument',
      context: { kind: 'asset', tenant, key: odd.id },
    })
  })
})
