import { addAbortSignal, type Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { GetObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3'
import { StowageError } from '@stowage/core'
import { asksForBytes, Semaphore } from '@stowage/core/internal'
import { blobNotFound, INLINE_READ_LIMIT, resolveRange } from '@stowage/core/ports'
import type { ByteRange } from '@stowage/core/types'
import type { S3Bucket } from '../bucket/bucket.ts'
import { isMissing, isOutOfRange, translateErrors } from '../bucket/s3-errors.ts'
import { answeredLength, otherWindow } from './answered-length.ts'
import { failingAsPort } from './failing-as-port.ts'
import { RestingBody } from './resting-body.ts'
import { takePlace, WAIT } from './take-place.ts'

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

/** What of an object is asked for, and of which one. */
interface Window {
  readonly Range?: string | undefined
  readonly IfMatch?: string | undefined
}

/** `readers`: how many objects may be read at a time; `wait`: milliseconds that others wait for their turn. */
export function createObjectReader(
  { client, bucket: Bucket }: S3Bucket,
  { readers, wait = WAIT }: { readonly readers: number; readonly wait?: number },
): ObjectReader {
  const places = new Semaphore(readers)
  const take = (signal: AbortSignal | undefined) => takePlace(places, signal, wait)

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

  async function open(Key: string, window: Window, signal?: AbortSignal) {
    const command = new GetObjectCommand({ Bucket, Key, ...window })
    try {
      return await client.send(command, signal && { abortSignal: signal })
    } catch (error) {
      if (isMissing(error)) throw blobNotFound(error)
      throw error
    }
  }

  /** Opens the same object again, so many bytes behind the first of the window. */
  function restOf(name: string, range: ByteRange | undefined, IfMatch: string | undefined) {
    return (from: number, signal: AbortSignal) =>
      translateErrors(async () => {
        const start = (range?.start ?? 0) + from
        const Range = `bytes=${start}-${range === undefined ? '' : range.end - 1}`
        const object = await open(name, { Range, IfMatch }, signal)
        const body = failingAsPort(object.Body as Readable)
        if (object.ContentRange?.startsWith(`bytes ${start}-`)) return body
        body.destroy()
        throw otherWindow()
      }, signal)
  }

  return {
    size,

    async read(name, { range, signal }) {
      if (range !== undefined && !asksForBytes(range)) return readNothing(name, range, signal)
      await take(signal)
      let keepsPlace = false
      try {
        const Range = range && `bytes=${range.start}-${range.end - 1}`
        const object = await open(name, { Range }, signal)
        const body = failingAsPort(object.Body as Readable)
        try {
          const length = answeredLength(object, range)
          const isSmall = length !== null && length <= INLINE_READ_LIMIT
          const read = isSmall
            ? body
            : new RestingBody(body, {
                places,
                take,
                length,
                open: restOf(name, range, object.ETag),
              })
          keepsPlace = !isSmall
          if (signal !== undefined) addAbortSignal(signal, read)
          return isSmall ? await buffer(body) : read
        } catch (error) {
          body.destroy()
          throw error
        }
      } catch (error) {
        if (range !== undefined && isOutOfRange(error)) return readNothing(name, range, signal)
        throw error
      } finally {
        if (!keepsPlace) places.give()
      }
    },
  }
}
