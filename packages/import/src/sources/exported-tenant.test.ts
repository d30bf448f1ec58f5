import { randomBytes } from 'node:crypto'
import path from 'node:path'
import type { Asset, AssetStore } from '@stowage/core'
import type { AssetRecord } from '@stowage/core/internal'
import { expect, it } from 'vitest'
import { folderOf } from '../entries/folder.fixture.ts'
import { memoryStore } from '../entries/library.fixture.ts'
import { exportTenant } from '../export/export-tenant.ts'
import { importAll } from '../run/import-all.ts'
import { fromArchive } from './from-archive.ts'

/** More than what is read at once. */
const LARGE = 300_000

/** What an archive keeps of each asset, in the order of lists: its folder by the names on the way, and its bytes. */
async function contentOf(store: AssetStore): Promise<readonly object[]> {
  const content: object[] = []
  for await (const asset of store.matching({}).iterate({ trashed: 'with' })) {
    const { folderId } = asset
    content.push({
      ...keptOf(asset),
      folder: folderId === null ? [] : await placeOf(store, folderId),
      bytes: Buffer.from(await bytesOf(store, asset)).toString('base64'),
    })
  }
  return content
}

async function placeOf(store: AssetStore, folderId: string): Promise<object> {
  const { path, createdBy } = await store.folders.get(folderId)
  return { path, createdBy }
}

/** All but what each store makes for itself. */
function keptOf(asset: Asset): object {
  const record = asset as AssetRecord
  const { tenant: _, seq: _seq, blobKey: _blob, folderId: _folder, ...kept } = record
  return kept
}

/** Those in the trash cannot be read. Their SHA-256 is compared with the rest. */
async function bytesOf(store: AssetStore, { id, trashedAt }: Asset): Promise<Uint8Array> {
  return trashedAt === null ? (await store.read(id)).bytes() : new Uint8Array()
}

async function fill(store: AssetStore): Promise<void> {
  const trips = await store.folders.create({ name: 'Trips' })
  const { id: folderId } = await store.folders.create({ name: '2019', parentId: trips.id })
  const { asset: first } = await store.admin.import({
    source: Buffer.from('first'),
    createdBy: 'ann',
    name: 'first.txt',
    externalId: 'old/1',
    title: 'The first',
    alt: { en: 'A text', de: 'Ein Text' },
    tags: ['b', 'a'],
    metadata: { rating: 5, isOld: true, from: null, camera: 'X 100' },
  })
  const second = await store.upload(randomBytes(LARGE), { name: 'zweite Datei ü.bin', folderId })
  await store.select(second.id).setFavourite(true)
  await store.upload(Buffer.alloc(0), { name: 'empty', folderId: trips.id })
  const trashed = await store.upload(Buffer.from('away'), { name: 'away.txt', folderId })
  await store.trash(trashed.id)
  await store.update(first.id, { name: 'renamed.txt' })
  await store.owners.add([second.id, first.id], POST)
  for (const createdBy of ['ann', 'bob']) {
    const own = store.for({ scope: { createdBy } })
    const { id } = await own.folders.create({ name: 'Trips' })
    await own.upload(Buffer.from(createdBy), { name: 'own.txt', folderId: id })
  }
}

const POST = { type: 'post', id: '1', field: 'files' }

it('brings an exported tenant into another store as it was', async () => {
  const [from, to] = [memoryStore(), memoryStore().for({ tenant: 'acme' })]
  const acme = from.for({ tenant: 'acme' })
  await from.upload(Buffer.from('of another tenant'))
  await fill(acme)
  const file = path.join(await folderOf({}), 'acme.tar')
  expect(await exportTenant(from, 'acme', { file })).toMatchObject({ assets: 6 })
  const report = await importAll(to, fromArchive(file), { concurrency: 1 })
  expect(report).toMatchObject({ stored: 6, failures: [], warnings: [] })
  const content = await contentOf(to)
  expect(content).toHaveLength(6)
  expect(content).toEqual(await contentOf(acme))
  expect(await importAll(to, fromArchive(file))).toMatchObject({ present: 6, differing: 0 })
  const attached = async (store: AssetStore) =>
    (await store.owners.list(POST)).map(({ name }) => name)
  expect(await attached(to)).toEqual(['zweite Datei ü.bin', 'renamed.txt'])
  const copy = memoryStore()
  expect(await importAll(copy, fromArchive(file, { ids: 'new' }))).toMatchObject({ failures: [] })
  expect(await attached(copy)).toEqual(await attached(to))
  const without = memoryStore()
  await importAll(without, fromArchive(file), { attach: false })
  expect(await attached(without)).toEqual([])
})

it('keeps files pending for the rest of their hours', async () => {
  const [from, to] = [memoryStore(), memoryStore()]
  await from.upload(Buffer.from('waits'), { name: 'waits', pending: { hours: 5 } })
  const file = path.join(await folderOf({}), 'default.tar')
  await exportTenant(from, from.view.tenant, { file })
  await importAll(to, fromArchive(file))
  const [asset] = (await to.list()).assets
  const hours = (Date.parse(asset?.pendingUntil ?? '') - Date.now()) / 3_600_000
  expect(hours).toBeGreaterThan(4)
  expect(hours).toBeLessThanOrEqual(6)
})
