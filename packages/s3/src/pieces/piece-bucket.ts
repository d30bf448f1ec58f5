import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { StowageError } from '@stowage/core'
import { Semaphore, type SemaphoreOptions } from '@stowage/core/internal'
import { piecesLost } from '@stowage/core/ports'
import type { S3Bucket } from '../bucket/bucket.ts'
import type { ObjectNames } from '../bucket/object-names.ts'
import { isMissing, mayPass } from '../bucket/s3-errors.ts'
import { failingAsPort } from '../objects/failing-as-port.ts'
import type { PartRef } from './piece-refs.ts'

const MIB = 1024 ** 2
/** Bytes up to which a part or tail is in memory while it is sent, so that its signature has its digest. */
const IN_MEMORY = 8 * MIB
/** Parts and tails that all uploads of a store send at a time: at most 32 MiB in memory. */
const PARALLEL = 4
/** How often a larger part is sent. One in memory is sent again by the client itself. */
const ATTEMPTS = 3

/** Bytes to send, which can be read again. */
export interface Sendable {
  readonly size: number
  chunks(): AsyncIterable<Uint8Array>
}

/** The requests that pieces need. */
export class PieceBucket {
  readonly bucket: string
  readonly client: S3Bucket['client']
  readonly names: ObjectNames
  readonly #places = new Semaphore(PARALLEL)

  constructor({ client, bucket }: S3Bucket, names: ObjectNames) {
    this.client = client
    this.bucket = bucket
    this.names = names
  }

  /** Begins a multipart upload whose object can be told from all others. */
  async begin(blobKey: string, signal?: AbortSignal): Promise<string> {
    const Key = this.names.blob(blobKey)
    const Metadata = { put: blobKey }
    const begin = new CreateMultipartUploadCommand({ Bucket: this.bucket, Key, Metadata })
    const { UploadId } = await this.client.send(begin, signal && { abortSignal: signal })
    if (UploadId !== undefined && /^\S{1,800}$/.test(UploadId)) return UploadId
    throw new StowageError('unavailable', 'The storage began an upload without a usable id.')
  }

  sendPart(
    blobKey: string,
    { number: PartNumber, uploadId: UploadId }: Omit<PartRef, 'etag' | 'kind'>,
    body: Sendable,
    options: SemaphoreOptions,
  ): Promise<string> {
    const Key = this.names.blob(blobKey)
    return this.#send(body, options, async (Body, sha256) => {
      const at = { Bucket: this.bucket, Key, UploadId, PartNumber }
      const command = new UploadPartCommand({ ...at, Body, ContentLength: body.size })
      if (sha256 !== null) signDigest(command, sha256)
      const { ETag } = await this.client.send(command, abortBy(options))
      if (ETag !== undefined && /^\S{1,150}$/.test(ETag)) return ETag
      throw new StowageError('unavailable', 'The storage took a part and did not say its ETag.')
    })
  }

  /** Puts an object; with `expected`, only bytes that have this SHA-256. */
  put(
    object: Pick<PutObjectCommandInput, 'Key' | 'IfNoneMatch' | 'Metadata'>,
    body: Sendable,
    options: SemaphoreOptions & { readonly expected?: string | null },
  ): Promise<void> {
    return this.#send(body, options, async (Body, sha256) => {
      if (sha256 !== null && (options.expected ?? sha256) !== sha256) throw piecesLost()
      const ContentLength = body.size
      const command = new PutObjectCommand({ Bucket: this.bucket, ...object, Body, ContentLength })
      if (sha256 !== null) signDigest(command, sha256)
      await this.client.send(command, abortBy(options))
    })
  }

  /** The bytes of a tail. `blob_not_found` when it is gone. */
  async *tail(
    blobKey: string,
    name: string,
    { start, end }: { readonly start: number; readonly end: number },
    signal?: AbortSignal,
  ): AsyncGenerator<Uint8Array> {
    const Key = this.names.tail(blobKey, name)
    const get = new GetObjectCommand({
      Bucket: this.bucket,
      Key,
      Range: `bytes=${start}-${end - 1}`,
    })
    let left = end - start
    try {
      const { Body } = await this.client.send(get, signal && { abortSignal: signal })
      for await (const chunk of failingAsPort(this.bucket, Body as Readable)) {
        left -= chunk.byteLength
        yield chunk
      }
    } catch (error) {
      throw isMissing(error) ? piecesLost(error) : error
    }
    if (left !== 0)
      throw new StowageError('unavailable', 'The storage ended a file early. Try again.')
  }

  async complete(
    blobKey: string,
    uploadId: string,
    parts: readonly PartRef[],
    signal?: AbortSignal,
  ): Promise<void> {
    const Parts = parts.map(({ number, etag }) => ({ PartNumber: number, ETag: etag }))
    const complete = new CompleteMultipartUploadCommand({
      Bucket: this.bucket,
      Key: this.names.blob(blobKey),
      UploadId: uploadId,
      MultipartUpload: { Parts },
      IfNoneMatch: '*',
    })
    await this.client.send(complete, signal && { abortSignal: signal })
  }

  /** What is under the key: an object of this upload, another one, or none. */
  async find(
    blobKey: string,
    signal?: AbortSignal,
  ): Promise<{ readonly isOurs: boolean; readonly size: number } | null> {
    const head = new HeadObjectCommand({ Bucket: this.bucket, Key: this.names.blob(blobKey) })
    try {
      const { Metadata, ContentLength = -1 } = await this.client.send(
        head,
        signal && { abortSignal: signal },
      )
      return { isOurs: Metadata?.put === blobKey, size: ContentLength }
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  #send<Result>(
    { size, chunks }: Sendable,
    options: SemaphoreOptions,
    send: (body: Uint8Array | Readable, sha256: string | null) => Promise<Result>,
  ): Promise<Result> {
    return this.#places.run(async () => {
      if (size <= IN_MEMORY) {
        const bytes = await buffer(Readable.from(chunks(), { objectMode: false }))
        if (bytes.byteLength !== size) throw piecesLost()
        return send(bytes, createHash('sha256').update(bytes).digest('hex'))
      }
      for (let attempt = 1; ; attempt += 1) {
        const body = Readable.from(chunks(), { objectMode: false })
        try {
          return await send(body, null)
        } catch (error) {
          options.signal?.throwIfAborted()
          if (attempt === ATTEMPTS || !mayPass(error)) throw error
        } finally {
          body.destroy()
        }
      }
    }, options)
  }
}

function abortBy({ signal }: SemaphoreOptions): { abortSignal?: AbortSignal } {
  return signal === undefined ? {} : { abortSignal: signal }
}

/** Part of the signature: S3 refuses bytes with another digest, and nothing is hashed twice. */
function signDigest(command: PutObjectCommand | UploadPartCommand, sha256: string): void {
  const stack = command.middlewareStack as PutObjectCommand['middlewareStack']
  stack.add(
    (next) => (args) => {
      const { headers } = args.request as { headers: Record<string, string> }
      headers['x-amz-content-sha256'] = sha256
      return next(args)
    },
    { step: 'build', name: 'knownDigest' },
  )
}
