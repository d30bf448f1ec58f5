import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { disk } from '../../filesystem.ts'
import { createMemoryBlobs } from '../../memory.ts'
import { openSqliteMetadata } from '../../sqlite/metadata/open-sqlite-metadata.ts'
import { createAssetStore } from './create-asset-store.ts'
import { openAssetStore } from './open-asset-store.ts'

/** More than any volume has: to the store the disk is as full as uploads may make it. */
const ALL = 2 ** 50

async function folder(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'stowage-keep-free-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  return directory
}

const full = { code: 'insufficient_storage', message: expect.stringMatching(/keepFree/) }
const bytes = Buffer.alloc(300_000, 'a')

describe('keepFree', () => {
  it('refuses what adds to a store, and lets it be emptied', async () => {
    const directory = await folder()
    const before = await openAssetStore({ directory, advanced: { sweepEveryMs: false } })
    const [first, second] = await before.uploadMany([{ source: bytes }, { source: bytes }])
    if (first === undefined || second === undefined) return expect.fail()
    await before.close()

    const store = await openAssetStore({
      directory,
      keepFree: ALL,
      advanced: { sweepEveryMs: false },
    })
    for (const source of [bytes, Buffer.from('small')]) {
      await expect(store.upload(source)).rejects.toMatchObject(full)
    }
    await expect(store.versions.replace(first.id, bytes)).rejects.toMatchObject(full)
    await expect(store.folders.create({ name: 'a' })).rejects.toMatchObject(full)
    await expect(store.update(first.id, { title: 'a' })).rejects.toMatchObject(full)
    expect((await (await store.read(first)).bytes()).byteLength).toBe(bytes.byteLength)
    await store.trash([first.id, second.id])
    await store.purge(first.id, { bytes: 'deleted' })
    await store.admin.tenants.erase('default', { confirm: 'default' })
    await store.admin.sweep()
    expect((await store.list({ trashed: 'with' })).total).toBe(0)
    await store.keys.create({ name: 'to delete with' })
    await store.close()
  })

  it('holds for the database where the files lie elsewhere, and for the files where the database does', async () => {
    const directory = await folder()
    const file = join(directory, 'stowage.db')
    const scarce = await openSqliteMetadata({ file, keepFree: ALL })
    const one = createAssetStore({
      metadata: scarce,
      blobs: createMemoryBlobs(),
      advanced: { sweepEveryMs: false },
    })
    await expect(one.upload(bytes)).rejects.toMatchObject(full)
    await one.close()
    const blobs = disk({ directory, keepFree: ALL })
    const metadata = await openSqliteMetadata({ file })
    const other = createAssetStore({ metadata, blobs, advanced: { sweepEveryMs: false } })
    await expect(other.upload(bytes)).rejects.toMatchObject(full)
    await other.close()
  })

  it.each([-1, 1.5, Number.NaN, '1 GB'])('must be a number of bytes, not %s', async (keepFree) => {
    const directory = await folder()
    await expect(openAssetStore({ directory, keepFree } as never)).rejects.toMatchObject({
      code: 'invalid_argument',
      context: { argument: 'keepFree' },
    })
  })
})
