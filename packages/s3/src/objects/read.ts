import { addAbortSignal, type Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { GetObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3'
import { StowageError } from '@stowage/core'
import { asksForBytes } from '@stowage/core/internal'
import { blobNotFound, INLINE_READ_LIMIT, resolveRange } from '@stowage/core/ports'
import type { ByteRange } from '@stowage/core/types'
import type { S3Bucket } from '../bucket/bucket.ts'
import { isMissing, isOutOfRange } from '../bucket/s3-errors.ts'
import { answeredLength } from './answered-length.ts'
import { failingAsPort } from './failing-as-port.ts'

/** The two ways of looking at an object. */
interface ObjectReader {
  /** Bytes, or `null` when there is no such object. */
  size(name: string, signal?: AbortSignal): Promise<number | null>
  /** As `BlobStore.read`. */
  read(
    name: string,
    options: { readonly range?: ByteRange; readonly signal?: AbortSignal },
  ): Promise<Uint8Array | Readable>
}

export function createObjectReader({ client, bucket: Bucket }: S3Bucket): ObjectReader {
  async function size(Key: string, signal?: AbortSignal): Promise<number | null> {
    try {
      const command = new HeadObjectCommand({ Bucket, Key })
      const { ContentLength } = await client.send(command, signal && { abortSignal: signal })
      if (ContentLength !== undefined) return ContentLength
    } catch (error) {
      if (isMissing(error)) return sizeOfMissing(Key, signal)
      throw error
    }
    throw new StowageError('unavailable', 'The storage does not say how long an object is.')
  }

  /** The answer to a HEAD has no body: a missing bucket looks like a missing object. That to a GET says which it is. */
  async function sizeOfMissing(Key: string, signal?: AbortSignal): Promise<null> {
    try {
      const command = new GetObjectCommand({ Bucket, Key, Range: 'bytes=0-0' })
      const { Body } = await client.send(command, signal && { abortSignal: signal })
      // It was written meanwhile.
      if (Body !== undefined) failingAsPort(Body as Readable).destroy()
    } catch (error) {
      if (!isMissing(error) && !isOutOfRange(error)) throw error
    }
    return null
  }

  /** What S3 cannot be asked for: empty windows, and those that do not lie within the blob. */
  async function readNothing(
    name: string,
    range: ByteRange,
    signal?: AbortSignal,
  ): Promise<Uint8Array> {
    const total = await size(name, signal)
    if (total === null) throw blobNotFound()
    resolveRange(range, total)
    return new Uint8Array()
  }

  async function open(Key: string, range: ByteRange | undefined, signal?: AbortSignal) {
    const command = new GetObjectCommand({
      Bucket,
      Key,
      ...(range && { Range: `bytes=${range.start}-${range.end - 1}` }),
    })
    try {
      return await client.send(command, signal && { abortSignal: signal })
    } catch (error) {
      if (isMissing(error)) throw blobNotFound(error)
      throw error
    }
  }

  return {
    size,

    async read(name, { range, signal }) {
      if (range !== undefined && !asksForBytes(range)) return readNothing(name, range, signal)
      let object: Awaited<ReturnType<typeof open>>
      try {
        object = await open(name, range, signal)
      } catch (error) {
        if (range !== undefined && isOutOfRange(error)) return readNothing(name, range, signal)
        throw error
      }
      const body = failingAsPort(object.Body as Readable)
      try {
        const length = answeredLength(object, range)
        if (signal !== undefined) addAbortSignal(signal, body)
        return length !== null && length <= INLINE_READ_LIMIT ? await buffer(body) : body
      } catch (error) {
        body.destroy()
        throw error
      }
    },
  }
}
