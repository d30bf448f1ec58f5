import { addAbortSignal, type Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { GetObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3'
import { StowageError } from '@stowage/core'
import { asksForBytes, type Semaphore } from '@stowage/core/internal'
import { type BlobStore, blobNotFound, INLINE_READ_LIMIT, resolveRange } from '@stowage/core/ports'
import type { ByteRange } from '@stowage/core/types'
import type { S3Bucket } from '../bucket/bucket.ts'
import { isMissing, isOutOfRange, translateErrors } from '../bucket/s3-errors.ts'
import { answeredLength } from './answered-length.ts'
import { failingAsPort } from './failing-as-port.ts'
import { RestingBody } from './resting-body.ts'
import { takePlace } from './take-place.ts'

/** The two ways to look at an object. */
interface ObjectReader {
  /** Bytes, or `null` when there is no such object. */
  size(name: string, signal?: AbortSignal): Promise<number | null>
  /** As `BlobStore.read`. */
  read(
    name: string,
    options: NonNullable<Parameters<BlobStore['read']>[1]>,
  ): Promise<Uint8Array | Readable>
}

/** `places` limits how many objects are read at a time; `wait`: milliseconds that other reads wait for a place. */
export function createObjectReader(
  { client, bucket: Bucket }: S3Bucket,
  places: Semaphore,
  wait?: number,
): ObjectReader {
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

  /**
   * The answer to a HEAD has no body, so a missing bucket looks like a missing object. The answer to a GET tells them
   * apart.
   */
  async function sizeOfMissing(Key: string, signal?: AbortSignal): Promise<null> {
    try {
      const command = new GetObjectCommand({ Bucket, Key, Range: 'bytes=0-0' })
      const { Body } = await client.send(command, signal && { abortSignal: signal })
      // The object was written meanwhile.
      if (Body !== undefined) failingAsPort(Bucket, Body as Readable).destroy()
    } catch (error) {
      if (!isMissing(error) && !isOutOfRange(error)) throw error
    }
    return null
  }

  /** Answers for windows that S3 cannot be asked for: empty ones, and those outside the blob. */
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
    const Range = range && `bytes=${range.start}-${range.end - 1}`
    const command = new GetObjectCommand({ Bucket, Key, Range })
    try {
      const object = await client.send(command, signal && { abortSignal: signal })
      const body = failingAsPort(Bucket, object.Body as Readable)
      try {
        return { body, length: answeredLength(object, range) }
      } catch (error) {
        body.destroy()
        throw error
      }
    } catch (error) {
      if (isMissing(error)) throw blobNotFound(error)
      throw error
    }
  }

  /** Opens the rest of a window, after its first `from` bytes. Blobs never change under their key. */
  function restOf(name: string, { start, end }: ByteRange) {
    return (from: number, signal: AbortSignal) =>
      translateErrors(
        Bucket,
        async () => (await open(name, { start: start + from, end }, signal)).body,
        signal,
      )
  }

  return {
    size,

    async read(name, { range, signal, turn }) {
      if (range !== undefined && !asksForBytes(range)) return readNothing(name, range, signal)
      await takePlace(places, { turn, signal, wait })
      let keepsPlace = false
      try {
        const { body, length } = await open(name, range, signal)
        if (length !== null && length <= INLINE_READ_LIMIT) {
          if (signal !== undefined) addAbortSignal(signal, body)
          return await buffer(body)
        }
        const start = range?.start ?? 0
        const rest = restOf(name, { start, end: start + (length ?? 0) })
        const resting = new RestingBody(body, { places, turn, length, open: rest })
        keepsPlace = true
        return signal === undefined ? resting : addAbortSignal(signal, resting)
      } catch (error) {
        if (range !== undefined && isOutOfRange(error)) return readNothing(name, range, signal)
        throw error
      } finally {
        if (!keepsPlace) places.give(turn)
      }
    },
  }
}
