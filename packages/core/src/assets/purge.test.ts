import { createBlobDirectory } from '@stowage/testing/internal'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { BlobStore } from '../blobs/blob-store.ts'
import { StowageError } from '../errors/stowage-error.ts'
import { disk } from '../filesystem.ts'
import { createMemoryBlobs, createMemoryMetadata } from '../memory.ts'
import { openSqliteMetadata } from '../sqlite/metadata/open-sqlite-metadata.ts'
import type { AssetStore } from '../store/asset-store.ts'
import { createAssetStore, type PortOptions } from '../store/opening/create-asset-store.ts'
import { replacing } from '../testing/replacing.ts'
import { HOLD_PREFIX } from '../time/lease-time.ts'
import type { Asset } from './asset.ts'

const CONTENT = new TextEncoder().encode('what will be gone')

/** Two ports that several stores open, and trashed assets in them. */
function fixture() {
  const metadata = createMemoryMetadata()
  const blobs = createMemoryBlobs()
  const errors: unknown[] = []
  const open = (faults: Partial<BlobStore> = {}, options: Partial<PortOptions> = {}) =>
    createAssetStore({
      metadata: { ...metadata, close: async () => {} },
      blobs: { ...blobs, ...faults },
      onError: (error) => errors.push(error),
      ...options,
      advanced: { sweepEveryMs: false, ...options.advanced },
    })
  async function countBlobs() {
    let count = 0
    for await (const _ of blobs.list()) count += 1
    return count
  }
  return { metadata, blobs, open, errors, countBlobs }
}

async function trashed(store: AssetStore, count = 1): Promise<Asset[]> {
  const assets: Asset[] = []
  while (assets.length < count) {
    const files = Array.from({ length: Math.min(100, count - assets.length) }, () => {
      return { source: CONTENT }
    })
    assets.push(...(await store.uploadMany(files)))
  }
  await store.trash(assets.map(({ id }) => id))
  return assets
}

/** Never answers, and ignores its signal. */
const hangs = () => new Promise<never>(() => {})
const hearsSignals: BlobStore['delete'] = (_, { signal } = {}) =>
  new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason))
  })

describe('purge', () => {
  it('that is committed does not reject as aborted, unless its caller waits for the bytes', async () => {
    const { metadata, open } = fixture()
    const controller = new AbortController()
    const store = open(
      { delete: hangs },
      {
        metadata: replacing(metadata, {
          assets: {
            async purge(request) {
              const purged = await metadata.assets.purge(request)
              controller.abort(new Error('gone'))
              return purged
            },
          },
        }),
        advanced: { closeTimeout: 1 },
      },
    )
    const [asset] = (await trashed(store)) as [Asset]
    await store.purge(asset.id, { signal: controller.signal })
    expect(await metadata.assets.get({ id: asset.id })).toBeNull()
  })

  it('resolves after its commit, and from then on nothing gives record or bytes', async () => {
    const { open, countBlobs } = fixture()
    const store = open({ delete: hangs })
    const [asset] = (await trashed(store)) as [Asset]
    const purged: string[] = []
    store.on('asset.purged', ({ asset: { id } }) => purged.push(id))
    await store.purge(asset.id)
    expect(purged).toEqual([asset.id])
    await expect(store.get(asset.id, { trashed: 'include' })).rejects.toMatchObject({
      code: 'asset_not_found',
    })
    await expect(
      store.get({ publicFileId: asset.publicFileId }, { tenant: 'any' }),
    ).rejects.toMatchObject({
      code: 'file_not_found',
    })
    expect(await countBlobs()).toBe(1)
    // The record was looked up before, and its bytes still lie on the medium.
    await expect(store.read(asset)).rejects.toMatchObject({ code: 'file_not_found' })
    await store.close()
  })

  it('has let go of the bytes that it keeps in memory when a listener hears of it', async () => {
    const { open } = fixture()
    const store = open({ delete: hangs })
    const asset = await store.upload(Buffer.from('small'))
    await store.read(asset)
    await store.trash(asset.id)
    const reads: Promise<unknown>[] = []
    store.on('asset.purged', () => {
      const reading = store.read(asset)
      reading.catch(() => {})
      reads.push(reading)
    })
    await store.purge(asset.id)
    expect(reads).toHaveLength(1)
    await expect(reads[0]).rejects.toMatchObject({ code: 'file_not_found' })
    await store.close()
  })

  it('deletes the bytes right afterwards, hundreds by one call', async () => {
    const { open, blobs, countBlobs } = fixture()
    const calls: number[] = []
    const store = open({
      delete(keys, options) {
        calls.push(keys.length)
        return blobs.delete(keys, options)
      },
    })
    const assets = await trashed(store, 1000)
    await store.purge(assets.map(({ id }) => id))
    await store.close()
    expect(calls).toEqual([500, 500])
    expect(await countBlobs()).toBe(0)
  })

  it('waits for the bytes to be gone when it is asked to', async () => {
    const { open, blobs, countBlobs } = fixture()
    let go = () => {}
    const held = new Promise<void>((resolve) => {
      go = resolve
    })
    const store = open({ delete: (keys) => held.then(() => blobs.delete(keys)) })
    const [asset] = (await trashed(store)) as [Asset]
    let isDone = false
    const purging = store.purge(asset.id, { bytes: 'deleted' }).then(() => {
      isDone = true
    })
    while (await storeHas(store, asset.id)) await new Promise(setImmediate)
    expect(isDone).toBe(false)
    go()
    await purging
    expect(await countBlobs()).toBe(0)
    await store.close()
  })

  it('ends the waiting for the bytes with its signal, and stays done', async () => {
    const { open, countBlobs } = fixture()
    const controller = new AbortController()
    const reason = new Error('enough')
    const store = open({
      async delete() {
        controller.abort(reason)
        return hangs()
      },
    })
    const [asset] = (await trashed(store)) as [Asset]
    const purging = store.purge(asset.id, { bytes: 'deleted', signal: controller.signal })
    await expect(purging).rejects.toBe(reason)
    expect(await storeHas(store, asset.id)).toBe(false)
    await store.close()
    await open().admin.sweep()
    expect(await countBlobs()).toBe(0)
  })

  it('is unavailable when the bytes cannot be deleted, and says that the asset is purged', async () => {
    const { open, metadata, countBlobs } = fixture()
    const store = open({ delete: hearsSignals })
    const [one, two] = (await trashed(store, 2)) as [Asset, Asset]
    await metadata.leases.acquire({
      name: `${HOLD_PREFIX}copy`,
      holder: 'a copy',
      duration: 600_000,
    })
    const refused = { code: 'unavailable', message: expect.stringContaining('are purged') }
    await expect(store.purge(one.id, { bytes: 'deleted' })).rejects.toMatchObject(refused)
    await metadata.leases.release({ name: `${HOLD_PREFIX}copy`, holder: 'a copy' })
    const purging = store.purge(two.id, { bytes: 'deleted' })
    while (await storeHas(store, two.id)) await new Promise(setImmediate)
    const closing = store.close()
    await expect(purging).rejects.toMatchObject(refused)
    await closing
    expect(await countBlobs()).toBe(2)
    await open().admin.sweep()
    expect(await countBlobs()).toBe(0)
  })

  it('refuses any other value of `bytes`', async () => {
    const store = fixture().open()
    const options = { bytes: 'gone' } as never
    await expect(store.purge('any', options)).rejects.toMatchObject({ code: 'invalid_argument' })
    await store.close()
  })
})

describe('close during a purge', () => {
  it.each([
    ['hears no signal', hangs],
    ['hears its signal', hearsSignals],
  ])('does not wait for a medium that hangs and %s', async (_, remove) => {
    const { open, countBlobs } = fixture()
    const calls: number[] = []
    const store = open({
      delete(keys, options) {
        calls.push(keys.length)
        return remove(keys, options)
      },
    })
    const assets = await trashed(store, 1000)
    await store.purge(assets.map(({ id }) => id))
    await store.close()
    expect(calls).toEqual([500, 500])
    expect(await countBlobs()).toBe(1000)
    // What is left is claimed: the first sweep of any process deletes it.
    await open().admin.sweep()
    expect(await countBlobs()).toBe(0)
  })

  it('makes no further attempt at a medium that throttles, and asks it for all at once', async () => {
    const { open, countBlobs, errors } = fixture()
    const calls: number[] = []
    const store = open({
      async delete(keys) {
        calls.push(keys.length)
        throw new StowageError('unavailable', 'SlowDown')
      },
    })
    const assets = await trashed(store, 1000)
    await store.purge(assets.map(({ id }) => id))
    await store.close()
    expect(calls).toEqual([500, 500])
    expect(errors).toEqual([])
    await open().admin.sweep()
    expect(await countBlobs()).toBe(0)
  })
})

describe('purge, until the bytes are deleted', () => {
  it('leaves nothing in a folder', async () => {
    const directory = await createBlobDirectory()
    onTestFinished(() => directory.remove())
    const store = createAssetStore({
      metadata: await openSqliteMetadata({ file: `${directory.path}/stowage.db` }),
      blobs: disk({ directory: directory.path }),
      advanced: { sweepEveryMs: false },
    })
    const assets = await trashed(store, 1000)
    const ids = assets.map(({ id }) => id)
    await store.purge(ids, { bytes: 'deleted' })
    await store.close()
    expect((await directory.files()).filter((file) => file.startsWith('blobs'))).toEqual([])
  })
})

async function storeHas(store: AssetStore, id: string): Promise<boolean> {
  return store.get(id, { trashed: 'include' }).then(
    () => true,
    () => false,
  )
}
