import { expect, it, onTestFinished } from 'vitest'
import type { BlobStore } from '../blobs/blob-store.ts'
import type { PieceStore } from '../blobs/piece-store.ts'
import { piecesLost } from '../errors/blob-errors.ts'
import { isStowageError } from '../errors/stowage-error.ts'
import { createMemoryBlobs, createMemoryMetadata } from '../memory.ts'
import type { MetadataStore } from '../ports/metadata-store.ts'
import type { AssetStore } from '../store/asset-store.ts'
import { createAssetStore } from '../store/opening/create-asset-store.ts'
import { UPLOAD_LEASE } from './upload-holds.ts'

const tenant = 'default'
const LAST = { offset: 3, source: Buffer.from('lo') }

/** A store, and an upload with three of its five bytes. `ahead`: milliseconds by which the clock is. */
async function withUpload() {
  const time = { ahead: 0 }
  const metadata = createMemoryMetadata({ clock: () => (Date.now() + time.ahead) * 1000 })
  const blobs = createMemoryBlobs()
  const open = (ports: { readonly metadata?: MetadataStore; readonly blobs?: BlobStore } = {}) => {
    const store = createAssetStore({
      metadata,
      blobs,
      ...ports,
      advanced: { sweepEveryMs: false },
    })
    onTestFinished(() => store.close())
    return store
  }
  const store = open()
  const { id } = await store.uploads.create({ size: 5 })
  await store.uploads.append(id, { offset: 0, source: Buffer.from('hel') })
  const { pieces } = blobs
  if (pieces === undefined) throw new Error('Memory keeps pieces.')
  return { time, metadata, blobs: { ...blobs, pieces }, pieces, open, store, id }
}

async function codeOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'resolved',
    (error) => (isStowageError(error) ? error.code : error),
  )
}

/** A store for whose first look at an upload another one has ended it by the time of the answer. */
async function withLateStore(): Promise<{
  readonly id: string
  readonly store: AssetStore
  readonly late: AssetStore
}> {
  const { metadata, open, store, id } = await withUpload()
  const { get } = metadata.uploads
  let isFirst = true
  const uploads = {
    ...metadata.uploads,
    async get(query: Parameters<typeof get>[0]) {
      const found = await get(query)
      if (isFirst) {
        isFirst = false
        await store.uploads.append(id, LAST)
      }
      return found
    },
  }
  return { id, store, late: open({ metadata: { ...metadata, uploads } }) }
}

it('refuses bytes of an upload that another request has ended meanwhile', async () => {
  const { id, store, late } = await withLateStore()
  expect(await codeOf(late.uploads.append(id, LAST))).toBe('upload_finished')
  expect((await store.list()).total).toBe(1)
})

it('resumes to the asset of an upload that another request has ended meanwhile', async () => {
  const { id, late } = await withLateStore()
  const { upload, asset } = await late.uploads.resume(id)
  expect(upload).toMatchObject({ status: 'done', assetId: asset?.id })
})

/** A store of which an upload's bytes are gone when it goes on. `before`: what happens just then. */
async function withLostPieces(before: (of: Awaited<ReturnType<typeof withUpload>>) => unknown) {
  const world = await withUpload()
  const pieces: PieceStore = {
    ...world.pieces,
    async append() {
      await before(world)
      throw piecesLost()
    },
  }
  return { ...world, late: world.open({ blobs: { ...world.blobs, pieces } }) }
}

it('refuses an upload whose bytes are gone, and says so again', async () => {
  const { id, late } = await withLostPieces(() => {})
  expect(await codeOf(late.uploads.append(id, LAST))).toBe('blob_not_found')
  expect(await late.uploads.get(id)).toMatchObject({ status: 'refused' })
  expect(await codeOf(late.uploads.append(id, LAST))).toBe('blob_not_found')
  expect(await codeOf(late.uploads.resume(id))).toBe('blob_not_found')
})

it('concludes nothing from lost bytes once another holds the upload', async () => {
  const { id, late, store, time } = await withLostPieces(async ({ metadata, time, id }) => {
    time.ahead += UPLOAD_LEASE
    await metadata.uploads.hold({ tenant, id, lease: UPLOAD_LEASE })
  })
  expect(await codeOf(late.uploads.append(id, LAST))).toBe('upload_locked')
  expect(await store.uploads.get(id)).toMatchObject({ status: 'receiving', offset: 3 })
  time.ahead += UPLOAD_LEASE
  expect((await store.uploads.append(id, LAST)).asset).toMatchObject({ size: 5 })
})
