import { createHash, randomBytes } from 'node:crypto'
import type { AssetStore } from '@stowage/core'
import { createAssetStore, type PortOptions } from '@stowage/core/internal'
import { createMemoryMetadata } from '@stowage/core/memory'
import { describe, expect, it, onTestFinished } from 'vitest'
import { endpoint, type S3Fixture, s3Fixture } from './testing/s3-fixture.ts'

const PART = 5 * 1024 ** 2
const BYTES = randomBytes(2 * PART + 11)
const DIRECT = { direct: { partSize: PART } }

/** Two stores on one bucket and one set of records, as two processes have them. */
async function opened(
  options: Partial<PortOptions> = {},
): Promise<{ fixture: S3Fixture; one: AssetStore; other: AssetStore }> {
  const { fixture, dispose } = await s3Fixture()
  onTestFinished(dispose)
  const metadata = createMemoryMetadata()
  const open = () => {
    const store = createAssetStore({ metadata, blobs: fixture.reopen(), ...options })
    onTestFinished(() => store.close())
    return store
  }
  return { fixture, one: open(), other: open() }
}

/** Puts these parts to the bucket, as a client does that only has the URLs. */
async function putParts(
  store: AssetStore,
  id: string,
  bytes: Uint8Array,
  numbers: readonly number[],
): Promise<void> {
  for (const { url, start, size } of await store.uploads.presignParts(id, { numbers })) {
    const body = Buffer.from(bytes.subarray(start, start + size))
    expect((await fetch(url, { method: 'PUT', body })).status).toBe(200)
  }
}

describe.skipIf(endpoint === undefined)('direct uploads to S3', () => {
  it('become assets with what the store itself read of them, and leave nothing else', async () => {
    const { fixture, one, other } = await opened()
    expect(one.uploads.isDirectAvailable).toBe(true)
    const { id } = await one.uploads.create({ name: 'a.bin', size: BYTES.length, ...DIRECT })
    await putParts(one, id, BYTES, [3, 1])
    expect(await other.uploads.parts(id)).toEqual({
      partSize: PART,
      parts: 3,
      stored: [
        { number: 1, start: 0, size: PART },
        { number: 3, start: 2 * PART, size: 11 },
      ],
    })
    await expect(one.uploads.complete(id)).rejects.toMatchObject({
      code: 'length_mismatch',
      context: { size: BYTES.length },
    })
    expect(await one.uploads.get(id)).toMatchObject({ status: 'receiving', offset: 0 })
    await putParts(other, id, BYTES, [2])
    const answers = await Promise.all([one, other].map((store) => store.uploads.complete(id)))
    const [first, second] = answers.map(({ asset }) => asset)
    expect(second?.id).toBe(first?.id)
    expect(first).toMatchObject({
      name: 'a.bin',
      size: BYTES.length,
      sha256: createHash('sha256').update(BYTES).digest('hex'),
    })
    const chunks: Uint8Array[] = []
    for await (const chunk of (await one.read(first?.id ?? '')).stream()) chunks.push(chunk)
    expect(Buffer.concat(chunks).equals(BYTES)).toBe(true)
    expect(await fixture.leftovers()).toEqual([])
    expect(await fixture.objects()).toHaveLength(1)
    const late = one.uploads.presignParts(id, { numbers: [1] })
    await expect(late).rejects.toMatchObject({ code: 'upload_finished' })
    await expect(one.uploads.parts(id)).rejects.toMatchObject({ code: 'upload_finished' })
  })

  it('take empty files', async () => {
    const { fixture, one } = await opened()
    const { id } = await one.uploads.create({ size: 0, direct: {} })
    expect((await one.uploads.parts(id)).parts).toBe(0)
    expect((await one.uploads.complete(id)).asset?.size).toBe(0)
    expect(await fixture.leftovers()).toEqual([])
  })

  it('leave nothing in the bucket when they are refused or given up', async () => {
    const { fixture, one } = await opened({ allow: ['image/*'], quota: () => 3 * PART })
    const { ticket, token } = await one.tickets.create({ files: 1 })
    const { id } = await one.uploads.create({ size: PART, ticket, ...DIRECT })
    await putParts(one, id, Buffer.alloc(PART, 'text '), [1])
    for (let time = 0; time < 2; time += 1) {
      const refused = one.uploads.complete(id, { ticket })
      await expect(refused).rejects.toMatchObject({ code: 'type_not_allowed' })
    }
    expect((await one.tickets.verify(token))?.filesLeft).toBe(1)
    const { id: given } = await one.uploads.create({ size: PART, ...DIRECT })
    const [part] = await one.uploads.presignParts(given, { numbers: [1] })
    await one.uploads.remove(given)
    const put = await fetch(part?.url ?? '', { method: 'PUT', body: Buffer.alloc(PART) })
    expect(put.status).toBe(404)
    const large = one.uploads.create({ size: 4 * PART, ...DIRECT })
    await expect(large).rejects.toMatchObject({ code: 'quota_exceeded' })
    expect(await fixture.leftovers()).toEqual([])
    expect(await fixture.objects()).toEqual([])
  })

  it('are refused for good when their parts are gone', async () => {
    const { fixture, one } = await opened()
    const { id } = await one.uploads.create({ size: 11, direct: {} })
    await putParts(one, id, BYTES, [1])
    await fixture.blobs.pieces.sweep({ olderThan: -2000, filterUnknown: async (ids) => ids })
    for (let time = 0; time < 2; time += 1) {
      await expect(one.uploads.complete(id)).rejects.toMatchObject({ code: 'blob_not_found' })
    }
    expect(await one.uploads.get(id)).toMatchObject({ status: 'refused' })
  })

  it('are told from others, and belong to who made them', async () => {
    const { one } = await opened()
    const { id } = await one.uploads.create({ size: 11, direct: {} })
    const { id: plain } = await one.uploads.create({ size: 11 })
    const stranger = one.for({ scope: { createdBy: 'bob' } })
    const calls = [
      [one.uploads.append(id, { offset: 0, source: BYTES.subarray(0, 11) }), 'invalid_argument'],
      [one.uploads.presignParts(plain, { numbers: [1] }), 'invalid_argument'],
      [one.uploads.complete(plain), 'invalid_argument'],
      [one.uploads.presignParts(id, { numbers: [2] }), 'invalid_argument'],
      [one.uploads.presignParts(id, { numbers: Array(51).fill(1) }), 'invalid_argument'],
      [one.uploads.create({ direct: {} }), 'invalid_argument'],
      [one.uploads.create({ size: 1, kind: 'partial', direct: {} }), 'invalid_argument'],
      [one.uploads.create({ size: 1, direct: { partSize: 1 } }), 'invalid_argument'],
      [stranger.uploads.presignParts(id, { numbers: [1] }), 'upload_not_found'],
      [stranger.uploads.parts(id), 'upload_not_found'],
      [stranger.uploads.complete(id), 'upload_not_found'],
    ] as const
    for (const [call, code] of calls) await expect(call).rejects.toMatchObject({ code })
  })
})
