import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { disk } from '../filesystem.ts'
import type { AssetStore } from '../store/asset-store.ts'
import { openAssetStore } from '../store/opening/open-asset-store.ts'

const BYTES = Buffer.alloc(300_000, 'bytes of a file ')
const HALF = 100_000
const REST = { offset: HALF, source: BYTES.subarray(HALF) }

let root: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'stowage-'))
})
afterEach(() => rm(root, { recursive: true }))

async function openStore(name: string): Promise<AssetStore> {
  const store = await openAssetStore({
    directory: join(root, name),
    advanced: { sweepEveryMs: false },
  })
  onTestFinished(() => store.close())
  return store
}

async function halfUpload(store: Pick<AssetStore, 'uploads'>): Promise<string> {
  const { id } = await store.uploads.create({ name: 'a.txt', size: BYTES.length })
  await store.uploads.append(id, { offset: 0, source: BYTES.subarray(0, HALF) })
  return id
}

it('refuses an unfinished upload in a restored backup, which has none of its bytes', async () => {
  const live = await openStore('live')
  const id = await halfUpload(live)
  const { problems } = await live.admin.backup({ directory: join(root, 'backup') })
  expect(problems).toEqual([])
  const copy = await openStore('backup')
  expect((await copy.admin.verify()).problems).toEqual([])
  await expect(copy.uploads.append(id, REST)).rejects.toMatchObject({ code: 'blob_not_found' })
  expect(await copy.uploads.get(id)).toMatchObject({ status: 'refused' })
  expect((await live.uploads.append(id, REST)).asset).toMatchObject({ size: BYTES.length })
  const again = await halfUpload(copy)
  expect((await copy.uploads.append(again, REST)).asset).toMatchObject({ size: BYTES.length })
})

it('erases the unfinished uploads of a tenant with their bytes, and no others', async () => {
  const store = await openStore('live')
  await halfUpload(store.for({ tenant: 'gone' }))
  const kept = await halfUpload(store.for({ tenant: 'kept' }))
  await store.admin.tenants.erase('gone', { confirm: 'gone' })
  const files = await readdir(join(root, 'live', 'uploads'))
  expect(files).toHaveLength(1)
  expect((await store.for({ tenant: 'gone' }).uploads.list()).uploads).toEqual([])
  const { asset } = await store.for({ tenant: 'kept' }).uploads.append(kept, REST)
  expect(asset).toMatchObject({ size: BYTES.length })
})

it('finds and removes bytes that no record has only when asked to repair', async () => {
  const store = await openStore('live')
  const id = await halfUpload(store)
  const { pieces } = disk({ directory: join(root, 'live') })
  const storage = await pieces.begin({ blobKey: null, size: null })
  const writer = await pieces.append({ storage, blobKey: null, pieces: [] }, { fence: 1 })
  await writer.write([BYTES])
  await writer.sync()
  await writer.close()
  expect((await store.admin.verify()).problems).toEqual([])
  await age(join(root, 'live', 'uploads'))
  const problem = { kind: 'stale_staging', files: 1 }
  expect((await store.admin.verify()).problems).toMatchObject([problem])
  await store.admin.verify({ repair: true })
  expect(await readdir(join(root, 'live', 'uploads'))).toHaveLength(1)
  expect((await store.uploads.append(id, REST)).asset).toMatchObject({ size: BYTES.length })
})

/** As if nobody had written there for two days. */
async function age(directory: string): Promise<void> {
  const then = new Date(Date.now() - 2 * 86_400_000)
  const names = await readdir(directory, { recursive: true })
  for (const name of names) await utimes(join(directory, name), then, then)
  await utimes(directory, then, then)
}
