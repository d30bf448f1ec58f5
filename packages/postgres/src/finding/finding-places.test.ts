import { randomUUID } from 'node:crypto'
import { newAsset } from '@stowage/testing'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { fixtureOfTest, postgresUrl } from '../testing/postgres-fixture.ts'
import { lasting } from '../testing/records.ts'
import { findingPlaces } from './finding-places.ts'

const tenant = 'default'

it('has half of the places of the pool, and one at least', async () => {
  for (const [max, places] of [
    [1, 1],
    [3, 1],
    [10, 5],
  ] as const) {
    const pool = new pg.Pool({ max })
    expect(findingPlaces(pool, 10)).toBe(places)
    await pool.end()
  }
  expect(
    findingPlaces({ connect: async () => Promise.reject(), on() {}, removeListener() {} }, 4),
  ).toBe(2)
})

it('lists that are searched for long leave connections for uploads and plain lists, and a place for the search of another', async () => {
  const fixture = fixtureOfTest()
  const metadata = await fixture.open({ connections: 4 })
  const upload = async (folderId: string | null = null) => {
    const asset = newAsset({ folderId })
    await metadata.blobs.reserve([asset.blobKey], lasting)
    await metadata.assets.insert({ tenant, assets: [asset], keyId: null, quota: null })
    return asset
  }
  // Only where files lie in folders are the folders looked at.
  const folder = await metadata.folders.create({
    id: randomUUID(),
    tenant,
    name: 'F',
    parentId: null,
  })
  await upload(folder.id)
  const client = new pg.Client({ connectionString: postgresUrl() })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('BEGIN')
  // A search within a folder waits for it; no upload and no plain list asks for folders.
  await client.query(
    `LOCK TABLE ${pg.escapeIdentifier(fixture.schema)}.folders IN ACCESS EXCLUSIVE MODE`,
  )
  let waiting = 50
  const list = { tenant, trashed: false, from: { offset: 0 }, limit: 10 } as const
  const searches = Array.from({ length: waiting }, async (_, index) => {
    const search = { ...list, caller: 'flooding', filter: { folderTree: `${index}` } }
    const { total } = await metadata.assets.list(search)
    waiting -= 1
    return total
  })
  const { id } = await upload()
  expect((await metadata.assets.list(list)).total).toBe(2)
  expect((await metadata.assets.get({ id }))?.id).toBe(id)
  // A search that asks for no folder, of another caller of the same tenant.
  const own = { ...list, caller: 'other', filter: { search: ['nothing'] } }
  expect((await metadata.assets.list(own)).total).toBe(0)
  expect(waiting).toBe(50)
  await client.query('COMMIT')
  expect(new Set(await Promise.all(searches))).toEqual(new Set([0]))
})
