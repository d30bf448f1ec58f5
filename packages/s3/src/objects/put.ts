import { randomUUID } from 'node:crypto'
import { addAbortSignal, Readable } from 'node:stream'
import { isUint8Array } from 'node:util/types'
import {
  AbortMultipartUploadCommand,
  HeadObjectCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { type StagedFile, StowageError } from '@stowage/core'
import { invalidArgument, Semaphore, type SemaphoreOptions } from '@stowage/core/internal'
import { blobExists } from '@stowage/core/ports'
import type { S3Bucket } from '../bucket/bucket.ts'
import { isMissing, isTaken, lacksFeature, mayPass } from '../bucket/s3-errors.ts'

const MIB = 1024 ** 2
/** Bytes up to which a blob is one request; a larger one is a multipart upload. */
const SINGLE_PUT = 8 * MIB
/** Parts of one upload that are sent at a time, each of them in memory. */
const PARALLEL_PARTS = 4
/** The most parts that S3 allows. */
const MAX_PARTS = 10_000
/**
 * Uploads from staging at a time; the others wait. So no more than `PARALLEL_PARTS` × 8 × 8 MiB are in memory; files
 * over 78 GiB have larger parts.
 */
const PARALLEL_UPLOADS = 8
/** How often a large upload starts from the staged file, after the client's own retries. */
const ATTEMPTS = 3

/** Milliseconds that an aborted put may still take to free its parts. */
const LAST_WORD = 1000

/** Stores a file under the name of a new object; `blob_exists` when there is one already. */
export type Put = (
  name: string,
  file: StagedFile,
  options?: Partial<SemaphoreOptions>,
) => Promise<void>

export function createPut({ client, bucket: Bucket }: S3Bucket): Put {
  const uploads = new Semaphore(PARALLEL_UPLOADS)

  async function unlessTaken(
    name: string,
    put: string,
    write: Promise<unknown>,
    signal?: AbortSignal,
  ): Promise<void> {
    try {
      await write
    } catch (error) {
      if (lacksFeature(error)) throw lacksCondition(error)
      if (!isTaken(error)) throw error
      // It may be our own write: its answer was lost, and the retry found the object.
      if ((await putOf(name, signal).catch(() => null)) !== put) throw blobExists(error)
    }
  }

  function putBytes(name: string, bytes: Uint8Array, sha256: string, signal?: AbortSignal) {
    const put = randomUUID()
    const command = new PutObjectCommand({
      Bucket,
      Key: name,
      Body: bytes,
      ContentLength: bytes.byteLength,
      IfNoneMatch: '*',
      Metadata: { put },
    })
    // Part of the signature: S3 refuses bytes with another digest, and nothing is hashed twice.
    command.middlewareStack.add(
      (next) => (args) => {
        const { headers } = args.request as { headers: Record<string, string> }
        headers['x-amz-content-sha256'] = sha256
        return next(args)
      },
      { step: 'build', name: 'knownDigest' },
    )
    return unlessTaken(name, put, client.send(command, signal && { abortSignal: signal }), signal)
  }

  async function putInParts(name: string, file: StagedFile, signal?: AbortSignal): Promise<void> {
    const put = randomUUID()
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await putInPartsOnce(name, put, file, signal)
      } catch (error) {
        signal?.throwIfAborted()
        if (attempt === ATTEMPTS || !mayPass(error)) throw error
      }
    }
  }

  async function putInPartsOnce(
    name: string,
    put: string,
    file: StagedFile,
    signal?: AbortSignal,
  ): Promise<void> {
    // Not every S3 can complete a multipart upload conditionally. An earlier attempt may have succeeded.
    const present = await putOf(name, signal)
    signal?.throwIfAborted()
    if (present === put) return
    if (present !== null) throw blobExists()
    const body = Readable.from(chunksOf(file), { objectMode: false })
    const upload = new Upload({
      client,
      params: { Bucket, Key: name, Body: body, IfNoneMatch: '*', Metadata: { put } },
      partSize: Math.max(SINGLE_PUT, Math.ceil(file.size / MAX_PARTS)),
      queueSize: PARALLEL_PARTS,
    })
    const abort = () => {
      body.destroy()
      upload.abort().catch(() => {})
    }
    signal?.addEventListener('abort', abort, { once: true })
    try {
      await unlessTaken(name, put, upload.done(), signal)
    } catch (error) {
      await abandon(name, upload.uploadId, signal)
      throw error
    } finally {
      signal?.removeEventListener('abort', abort)
      body.destroy()
    }
  }

  /** The id of the put that stored an object; `null` when there is no object. */
  async function putOf(Key: string, signal?: AbortSignal): Promise<string | undefined | null> {
    const command = new HeadObjectCommand({ Bucket, Key })
    try {
      const { Metadata } = await client.send(command, signal && { abortSignal: signal })
      return Metadata?.put
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  /** The sweep deletes what this cannot, and parts that arrive after it. */
  async function abandon(
    Key: string,
    UploadId: string | undefined,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    if (UploadId === undefined) return
    const command = new AbortMultipartUploadCommand({ Bucket, Key, UploadId })
    // The caller may have aborted because the storage does not answer.
    const options = signal?.aborted ? { abortSignal: AbortSignal.timeout(LAST_WORD) } : {}
    await client.send(command, options).catch(() => {})
  }

  return async (name, file, { turn, signal } = {}) => {
    const { content, sha256, size } = file
    if (isUint8Array(content)) return putBytes(name, content, sha256, signal)
    await uploads.run(
      async () => {
        if (size > SINGLE_PUT) return putInParts(name, file, signal)
        const bytes = await gathered(file.stream(), signal)
        return putBytes(name, bytes, sha256, signal)
      },
      { turn, signal },
    )
  }
}

/** Without the condition, two puts of a key could both succeed. */
function lacksCondition(cause: unknown): StowageError {
  return new StowageError(
    'unavailable',
    'The storage does not know `If-None-Match: *`, without which no file is stored: one could replace another. ' +
      'The README of @stowage/s3 says which services have it.',
    { cause, context: { answer: 'If-None-Match' } },
  )
}

/** Fails at the end when the file is not as long as its size says, so that the parts are never joined. */
async function* chunksOf(file: StagedFile): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of file.stream()) {
    size += chunk.byteLength
    yield chunk
  }
  if (size === file.size) return
  throw invalidArgument('file', 'The file has more or fewer bytes than its size says.')
}

/** In memory, so that a retry can send it again. */
async function gathered(stream: Readable, signal?: AbortSignal): Promise<Uint8Array> {
  if (signal !== undefined) addAbortSignal(signal, stream)
  const chunks: Uint8Array[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}
