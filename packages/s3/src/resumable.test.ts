import { createHash, randomBytes } from 'node:crypto'
import type { AssetStore } from '@stowage/core'
import { createAssetStore, type PortOptions } from '@stowage/core/internal'
import { createMemoryMetadata } from '@stowage/core/memory'
import { describe, expect, it, onTestFinished } from 'vitest'
import { endpoint, type S3Fixture, s3Fixture } from './testing/s3-fixture.ts'

const MIB = 1024 ** 2
/** Two parts and a tail. */
const BYTES = randomBytes(17 * MIB + 11)

/** Two stores on one bucket and one set of records, as two processes have them. */
async function opened(
  options: Partial<PortOptions> = {},
): Promise<{ fixture: S3Fixture; stores: readonly [AssetStore, AssetStore] }> {
  const { fixture, dispose } = await s3Fixture()
  onTestFinished(dispose)
  const metadata = createMemoryMetadata()
  const open = () => {
    const blobs = fixture.reopen()
    const store = createAssetStore({ metadata, blobs, ...options })
    onTestFinished(() => store.close())
    return store
  }
  return { fixture, stores: [open(), open()] }
}

async function assertStored(store: AssetStore, id: string | undefined): Promise<void> {
  const asset = await store.get(id ?? '')
  expect(asset?.sha256).toBe(createHash('sha256').update(BYTES).digest('hex'))
  const chunks: Uint8Array[] = []
  for await (const chunk of (await store.read(id ?? '')).stream()) chunks.push(chunk)
  expect(Buffer.concat(chunks).equals(BYTES)).toBe(true)
}

/** Nothing but the blobs of assets. */
async function assertNoRest(fixture: S3Fixture, blobs: number): Promise<void> {
  expect(await fixture.leftovers()).toEqual([])
  expect(await fixture.objects()).toHaveLength(blobs)
}

describe.skipIf(endpoint === undefined)('store.uploads on S3', () => {
  it('makes an asset of what came to two stores in turn, byte for byte, where its bytes are', async () => {
    const { fixture, stores } = await opened()
    const [one] = stores
    const { id } = await one.uploads.create({ name: 'a.bin', size: BYTES.length })
    const cuts = [0, 1, 9 * MIB, 9 * MIB + 5, BYTES.length]
    let asset = null
    for (const [n, offset] of cuts.slice(0, -1).entries()) {
      const store = stores[n % 2] ?? one
      const source = BYTES.subarray(offset, cuts[n + 1])
      asset = (await store.uploads.append(id, { offset, source })).asset
    }
    await assertStored(one, asset?.id)
    await assertNoRest(fixture, 1)
  })

  it('concatenates partial uploads of which some have parts and some have none', async () => {
    const { fixture, stores } = await opened()
    const [one, other] = stores
    const partials: string[] = []
    const cuts = [0, 12 * MIB, 12 * MIB + 3, BYTES.length]
    for (const [n, start] of cuts.slice(0, -1).entries()) {
      const source = BYTES.subarray(start, cuts[n + 1])
      const { id } = await one.uploads.create({ kind: 'partial', size: source.length })
      const { upload } = await one.uploads.append(id, { offset: 0, source })
      expect(upload.status).toBe('done')
      partials.push(id)
    }
    const { id } = await one.uploads.create({ kind: 'final', partials })
    const { asset } = await other.uploads.resume(id)
    await assertStored(one, asset?.id)
    for (const partial of partials) {
      await one.uploads.remove(partial).catch((error) => {
        expect(error).toMatchObject({
          code: expect.stringMatching(/^upload_(finished|not_found)$/),
        })
      })
    }
    await assertNoRest(fixture, 1)
  })

  it('keeps neither parts nor blob of what it refuses, gives up, or has already', async () => {
    const { fixture, stores } = await opened({ allow: ['application/octet-stream'] })
    const [one] = stores
    const { asset: first } = await finished(one, BYTES)
    const { asset: again } = await finished(one, BYTES)
    expect(again?.id).toBe(first?.id)
    const text = Buffer.alloc(9 * MIB, 'some text ')
    await expect(finished(one, text)).rejects.toMatchObject({ code: 'type_not_allowed' })
    const { id } = await one.uploads.create({ size: BYTES.length })
    await one.uploads.append(id, { offset: 0, source: BYTES.subarray(0, 9 * MIB) })
    expect(await fixture.leftovers()).not.toEqual([])
    await one.uploads.remove(id)
    expect(await fixture.leftovers()).toEqual([])
    await assertStored(one, first?.id)
  })
})

async function finished(store: AssetStore, source: Uint8Array) {
  const { id } = await store.uploads.create({ size: source.length, onDuplicate: 'return' })
  return store.uploads.append(id, { offset: 0, source })
}
