import { createAssetStore, type MigratableMetadata } from '@stowage/core/internal'
import { createMemoryBlobs } from '@stowage/core/memory'
import { newKey } from '@stowage/testing'
import { describe, expect, it } from 'vitest'
import { MIGRATIONS } from '../schema/migrations.ts'
import { ALL_TABLES } from '../schema/schema.ts'
import { fixtureOfTest, type PostgresFixture } from '../testing/postgres-fixture.ts'
import { lasting, reservedAsset, tenant } from '../testing/records.ts'
import { restrictedRole } from '../testing/restricted-role.ts'

/** What reads look into. */
const READ_TABLES = ALL_TABLES.filter(({ isRead }) => isRead).map(({ name }) => name)

/** A database with an asset and a key, and how a role opens it that may look at `tables` only. */
async function readableFixture(tables = 'ALL TABLES IN SCHEMA $schema') {
  const fixture = fixtureOfTest()
  const { app, name } = await restrictedRole(fixture)
  const owner = await fixture.open()
  const asset = await reservedAsset(owner)
  await owner.assets.insert({ tenant, assets: [asset], keyId: null, quota: null })
  const key = newKey()
  await owner.apiKeys.create(key)
  await fixture.sql(`GRANT SELECT ON ${tables} TO ${name}`)
  return { fixture, owner, asset, key, readOnly: { ...app, readOnly: true } }
}

/** Every write there is. */
function writes(metadata: MigratableMetadata, id: string): readonly (() => Promise<unknown>)[] {
  return [
    () => metadata.assets.insert({ tenant, assets: [], keyId: null, quota: null }),
    () => metadata.assets.update({ tenant, id, changes: { name: 'other' } }),
    () =>
      metadata.assets.addVariants({
        tenant,
        id,
        variants: [],
        failed: [{ name: 'x', attempts: 1 }],
      }),
    () => metadata.assets.removeVariants({ tenant, id, blobKeys: [] }),
    () => metadata.assets.setTrashed({ tenant, ids: [id], to: 'trash' }),
    () => metadata.assets.purge({ trashedFor: 1, limit: 9 }),
    () => metadata.apiKeys.create(newKey()),
    () =>
      metadata.apiKeys.update({
        tenant,
        id: 'unknown',
        changes: { lastUsedAt: '2026-01-01T00:00:00.000000Z' },
      }),
    () => metadata.blobs.reserve(['key'], lasting),
    () => metadata.blobs.claim({ due: true, limit: 9 }),
    () => metadata.blobs.recordDeletions({ deleted: [], retryAfter: 9 }),
    () => metadata.sweeps.pruneExpired({ purgedFor: 1, limit: 9 }),
    () => metadata.leases.acquire({ name: 'sweep', holder: 'a', duration: 9 }),
    () => metadata.leases.release({ name: 'sweep', holder: 'a' }),
    () => metadata.transfer.source.record(),
    () => metadata.transfer.target.receive({ progress: { id: 'a', cursor: '' }, entries: [] }),
    () => metadata.sweeps.record({ tolerance: 1 }),
  ]
}

const versionOf = async (fixture: PostgresFixture): Promise<unknown> =>
  (await fixture.sql('SELECT version, holder FROM $schema.schema_version'))[0]

describe('postgres with readOnly', () => {
  it('reads all there is as a role that may only read, and refuses every write', async () => {
    const { fixture, owner, asset, key, readOnly } = await readableFixture()
    const metadata = await fixture.open(readOnly)
    const { id, publicFileId, blobKey } = asset
    expect(await metadata.assets.get({ id })).toEqual(await owner.assets.get({ id }))
    expect(await metadata.assets.get({ publicFileId })).not.toBeNull()
    const page = { tenant, trashed: false, from: { offset: 0 }, limit: 9 }
    expect(await metadata.assets.list(page)).toMatchObject({ assets: [{ id }], total: 1 })
    expect(await metadata.assets.listAll({ afterId: null, limit: 9 })).toMatchObject([{ id }])
    expect(await metadata.blobs.filterOrphans([blobKey, 'unknown'])).toEqual(['unknown'])
    expect(await metadata.apiKeys.get(key.id)).toMatchObject({ key })
    expect(await metadata.apiKeys.list(tenant)).toEqual([key])
    for (const write of writes(metadata, id)) {
      await expect(write(), String(write)).rejects.toMatchObject({ code: 'unavailable' })
    }
    expect((await owner.assets.get({ id }))?.name).toBe(asset.name)
  })

  it('serves a store that is read-only, and takes a close', async () => {
    const { fixture, asset, readOnly } = await readableFixture()
    const metadata = await fixture.open(readOnly)
    const store = createAssetStore({ metadata, blobs: createMemoryBlobs(), readOnly: true })
    expect((await store.list()).assets.map(({ id }) => id)).toEqual([asset.id])
    await store.admin.ping()
    await store.close()
    await expect(metadata.assets.get({ id: asset.id })).rejects.toMatchObject({ code: 'closed' })
  })

  it('needs no more than it asks for', async () => {
    const { fixture, readOnly, asset } = await readableFixture('$schema.schema_version')
    await expect(fixture.open(readOnly)).rejects.toMatchObject({
      code: 'invalid_argument',
      message: expect.stringContaining('GRANT SELECT ON ALL TABLES'),
      context: {
        lacks: READ_TABLES.map((t) => `SELECT on ${t}`),
      },
    })
    const role = new URL(readOnly.url).username
    for (const table of READ_TABLES) {
      await fixture.sql(`GRANT SELECT ON $schema.${table} TO "${decodeURIComponent(role)}"`)
    }
    const metadata = await fixture.open(readOnly)
    const page = { tenant, trashed: false, from: { offset: 0 }, limit: 9 }
    expect((await metadata.assets.list(page)).total).toBe(1)
    expect(await metadata.blobs.filterOrphans([asset.blobKey])).toEqual([])
  })

  it('refuses a schema that is older, says what to do, and migrates nothing', async () => {
    const { fixture, readOnly } = await readableFixture()
    await fixture.sql('UPDATE $schema.schema_version SET version = 0')
    await expect(fixture.open(readOnly)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('without `readOnly`'),
      context: { version: 0, newest: MIGRATIONS.length },
    })
    expect(await versionOf(fixture)).toEqual({ version: 0, holder: null })
    await fixture.sql(`UPDATE $schema.schema_version SET version = ${MIGRATIONS.length}`)
    await fixture.open(readOnly)
  })

  it('refuses a schema of a later release', async () => {
    const { fixture, readOnly } = await readableFixture()
    await fixture.sql('UPDATE $schema.schema_version SET version = 99')
    await expect(fixture.open(readOnly)).rejects.toMatchObject({ code: 'database_too_new' })
  })

  it('makes no tables where there are none', async () => {
    const fixture = fixtureOfTest()
    await expect(fixture.open({ readOnly: true })).rejects.toMatchObject({
      code: 'invalid_argument',
      context: { argument: 'schema', missing: true },
    })
    await fixture.sql('CREATE SCHEMA $schema')
    const tables = await fixture.sql(
      `SELECT relname FROM pg_class WHERE relnamespace = to_regnamespace('$schema')`,
    )
    expect(tables).toEqual([])
  })
})
