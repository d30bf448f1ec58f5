import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { isUint8Array } from 'node:util/types'
import type { StagedFile } from '@stowage/core'
import { type BlobStore, newBlobKey } from '@stowage/core/ports'
import { causeBeside, wordsOf } from '../exit/explain-error.ts'
import type { LocalLocation } from '../options/location.ts'
import { filesOf } from '../target/locate-store.ts'
import { type Finding, failing, fine } from './finding.ts'

const SIZE = 1024
/** Players and resumed downloads request parts. */
const HALF = { start: SIZE / 2, end: SIZE }

/**
 * Puts one object, looks at it, reads a part of it and deletes it. Only that shows whether the bucket exists, whether
 * the credentials allow what the store needs, and whether the service supports it.
 */
export async function checkBucket(location: LocalLocation): Promise<Finding> {
  const name = `${location.s3}`
  try {
    const { files, dispose } = await filesOf(location)
    try {
      await tryOneObject(files)
    } finally {
      await dispose()
    }
    return fine('bucket', `${name} stores, reads and deletes objects`)
  } catch (error) {
    return failing('bucket', `${name} cannot be used${causeBeside(Object(error))}`, wordsOf(error))
  }
}

async function tryOneObject(blobs: BlobStore): Promise<void> {
  const content = randomBytes(SIZE)
  const key = newBlobKey(Date.now())
  try {
    await blobs.put(key, staged(content))
    const facts = await blobs.stat(key)
    const read = await blobs.read(key, { range: HALF })
    const bytes = isUint8Array(read) ? read : await buffer(read)
    if (facts?.size !== SIZE || !content.subarray(HALF.start, HALF.end).equals(bytes)) {
      throw new Error('It answers with other bytes than it was given. Choose another service.')
    }
  } catch (error) {
    // Deletes it even when only the answer to the put was lost.
    await blobs.delete([key]).catch(() => {})
    throw error
  }
  if ((await blobs.delete([key])).length > 0) {
    throw new Error(`It did not delete the object ${key}. Allow s3:DeleteObject.`)
  }
}

function staged(content: Buffer): StagedFile {
  const window = (start = 0, end = SIZE) => content.subarray(start, end)
  return {
    size: SIZE,
    sha256: createHash('sha256').update(content).digest('hex'),
    content,
    read: async ({ start, end }) => window(start, end),
    stream: (range) => Readable.from([window(range?.start, range?.end)], { objectMode: false }),
  }
}
