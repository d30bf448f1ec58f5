import { randomBytes } from 'node:crypto'
import { newBlobKey, type Piece } from '@stowage/core/ports'
import { describe, expect, it } from 'vitest'
import { endpoint, s3Fixture } from '../testing/s3-fixture.ts'

const PART = 8 * 1024 ** 2

/** A file of three parts. Another writer sends its second part, too: before the one that is recorded, or after it. */
async function sentTwice(when: 'before' | 'after', other: (bytes: Buffer) => Buffer) {
  const { fixture, dispose } = await s3Fixture()
  const { pieces: store } = fixture.blobs
  const blobKey = newBlobKey(Date.now())
  const storage = await store.begin({ blobKey, size: 3 * PART })
  let pieces: readonly Piece[] = []
  const open = () => store.append({ storage, blobKey, pieces }, { fence: 1 })
  const bytes = randomBytes(3 * PART)
  const first = await open()
  await first.write([bytes.subarray(0, PART)])
  pieces = (await first.sync()).pieces
  await first.close()
  const unrecorded = await open()
  const send = async () => {
    await unrecorded.write([other(bytes.subarray(PART, 2 * PART))])
    await unrecorded.sync()
    await unrecorded.close()
  }
  const recorded = await open()
  if (when === 'before') await send()
  await recorded.write([bytes.subarray(PART)])
  pieces = [...pieces, ...(await recorded.sync()).pieces]
  await recorded.close()
  if (when === 'after') await send()
  const file = { storage, blobKey, pieces }
  const join = () => store.join(file, { fence: 2, size: 3 * PART, sha256: null })
  const end = async () => {
    await store.discard(file)
    expect(await fixture.leftovers()).toEqual([])
    await dispose()
  }
  return { bytes, blobKey, blobs: fixture.blobs, join, end }
}

describe.skipIf(endpoint === undefined)('a part that two writers have sent', () => {
  it.each([
    ['the first died before its part was recorded', 'before', () => randomBytes(PART)],
    ['a suspended one wakes and sends the same bytes', 'after', (bytes: Buffer) => bytes],
  ] as const)('is the recorded one where %s', async (_, when, other) => {
    const { bytes, join, end } = await sentTwice(when, other)
    const joined = await join()
    expect(bytes.equals(await joined.read({ start: 0, end: bytes.byteLength }))).toBe(true)
    await end()
  })

  it('makes no file where a suspended one wakes and sends other bytes', async () => {
    const { blobKey, blobs, join, end } = await sentTwice('after', () => randomBytes(PART))
    await expect(join()).rejects.toMatchObject({ code: 'blob_not_found' })
    expect(await blobs.stat(blobKey)).toBeNull()
    await end()
  })
})
