import { resolve } from 'node:path'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  paginateListObjectsV2,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { NodeHttpHandler } from '@smithy/node-http-handler'
import { disk } from '@stowage/core/filesystem'
import {
  assertInteger,
  check,
  checkOptions,
  having,
  invalidArgument,
  MAX_WAITING,
  type OptionChecks,
  path,
  required,
  Semaphore,
  stringThat,
  text,
} from '@stowage/core/internal'
import type { BlobStore, PieceStore, PresignOptions, Staging } from '@stowage/core/ports'
import { createObjectNames, type ObjectNames } from './bucket/object-names.ts'
import { isMissing, translateEachError, translateErrors } from './bucket/s3-errors.ts'
import { createDelete } from './objects/delete.ts'
import { createPut } from './objects/put.ts'
import { createObjectReader } from './objects/read.ts'
import { createS3Pieces } from './pieces/pieces.ts'

/** Seconds that S3 lets a URL be valid: 7 days. */
const MAX_EXPIRES_IN = 604_800

/** Connections of our own client, and how many of them reads may take: uploads and deletions always find one. */
const CONNECTIONS = 256
const READERS = 192
/** The same for a client or request handler of the app, which has 50 connections by default. */
const READERS_OF_OTHERS = 40

/** Which bucket the files are in, and how to reach it. */
export interface S3Options {
  /** Must exist. */
  readonly bucket: string
  /** Begins the name of every object of this store, for example `media/`. Default: none. */
  readonly prefix?: string
  /** A local folder where uploads over 256 KiB wait until they are in the bucket. Created when missing. */
  readonly staging: string
  /**
   * Passed to `S3Client`: `endpoint`, `region`, `credentials`, `forcePathStyle` … Defaults beyond the SDK's: 5 s to
   * connect, 30 s for an answer to begin, 120 s of silence within one, 256 connections, 192 of them for reading.
   */
  readonly config?: S3ClientConfig
  /** Your own client instead of `config`, with at least 50 connections: the store reads 40 objects at a time. */
  readonly client?: S3Client
}

/** A blob store in a bucket, with staging on the local disk. */
export interface S3Files extends BlobStore {
  readonly staging: Staging
  readonly pieces: PieceStore
  presign: NonNullable<BlobStore['presign']>
}

const OPTIONS: OptionChecks<S3Options> = {
  bucket: required(text),
  prefix: stringThat(
    'the beginning of names, such as media/: no slash at its start, no empty part, no ..',
    (value) => !/^\/|\/\/|\.\./.test(value),
  ),
  staging: required(path),
  config: Object.assign(
    check(
      'an object of options for S3Client',
      (value) => typeof value === 'object' && value !== null && !('send' in value),
    ),
    { inner: ['credentials', 'endpoint', 'forcePathStyle', 'region'] },
  ),
  client: having('a client, such as new S3Client()', 'send'),
}

/**
 * Blobs as objects of one bucket, on Amazon S3 or any service that speaks its API. A blob of up to 8 MiB is one
 * request; a larger one is a multipart upload from the staged file, four parts at a time.
 *
 * Needs the permissions `s3:GetObject`, `s3:PutObject`, `s3:DeleteObject`, `s3:AbortMultipartUpload`,
 * `s3:ListBucketMultipartUploads`, `s3:ListMultipartUploadParts` (for uploads that clients put to the bucket), and
 * `s3:ListBucket` (without it S3 answers 403 for what is missing).
 *
 * S3 itself decides `blob_exists` (`If-None-Match: *`). Some services do not know that condition for multipart uploads,
 * so above 8 MiB the store also asks beforehand. When a service lacks a feature or a permission, the first request that
 * needs it fails: `unavailable`, whose message names what is missing. Opening sends no request.
 */
export function s3(options: S3Options): S3Files {
  checkOptions<S3Options>('s3', options, OPTIONS)
  const { bucket, prefix = '', staging } = options
  if (options.client !== undefined && options.config !== undefined) {
    throw invalidArgument('config', 'config has no effect beside client. Pass one of them.')
  }
  const client = options.client ?? createClient(options.config)
  const names = createObjectNames(prefix)
  const put = createPut({ client, bucket })
  const deleteObjects = createDelete({ client, bucket })
  const isOurs = options.client === undefined && options.config?.requestHandler === undefined
  const reader = createObjectReader({ client, bucket }, readersOf(client, isOurs))

  async function remove(keys: readonly string[], signal?: AbortSignal): Promise<readonly string[]> {
    // A request that names a missing object twice crashes some gateways.
    const objects = new Map([...new Set(keys)].map((key) => [names.blob(key), key]))
    const left = await deleteObjects([...objects.keys()], signal)
    return left.flatMap((name) => objects.get(name) ?? [])
  }

  async function quarantine(key: string): Promise<void> {
    const Key = names.blob(key)
    try {
      const CopySource = `${bucket}/${encodeURIComponent(Key).replaceAll('%2F', '/')}`
      const copy = { Bucket: bucket, Key: names.quarantined(key), CopySource }
      await client.send(new CopyObjectCommand(copy))
    } catch (error) {
      if (isMissing(error)) return
      throw error
    }
    await client.send(new DeleteObjectCommand({ Bucket: bucket, Key }))
  }

  /** Signs the URL here, without a request to S3. */
  async function presign(key: string, options: PresignOptions): Promise<string> {
    const { mimeType, disposition, cacheControl, expiresIn } = options
    assertInteger('expiresIn', expiresIn, 1, MAX_EXPIRES_IN)
    const command = new GetObjectCommand({
      Bucket: bucket,
      Key: names.blob(key),
      ResponseContentType: mimeType,
      ResponseContentDisposition: disposition,
      ResponseCacheControl: cacheControl,
    })
    return getSignedUrl(client, command, { expiresIn })
  }

  const local = disk({ directory: resolve(staging) }).staging

  const read: BlobStore['read'] = (key, options = {}) =>
    translateErrors(bucket, () => reader.read(names.blob(key), options), options.signal)

  return {
    put: (key, file, options = {}) =>
      translateErrors(bucket, () => put(names.blob(key), file, options), options.signal),

    read,

    delete: (keys, { signal } = {}) => translateErrors(bucket, () => remove(keys, signal), signal),

    stat: (key) =>
      translateErrors(bucket, async () => {
        const size = await reader.size(names.blob(key))
        return size === null ? null : { size }
      }),

    presign: (key, options) => translateErrors(bucket, () => presign(key, options)),

    list: ({ after, signal } = {}) =>
      translateEachError(bucket, list(client, bucket, names, after, signal), signal),

    quarantine: (key) => translateErrors(bucket, () => quarantine(key)),

    // Multipart uploads are swept with the pieces: only their records tell which ones go on.
    staging: local,

    pieces: createS3Pieces({ client, bucket, names, deleteObjects, staging: local, read }),
  }
}

/** One semaphore for all stores of a client: they share its connections. */
const readers = new WeakMap<S3Client, Semaphore>()

function readersOf(client: S3Client, isOurs: boolean): Semaphore {
  const known = readers.get(client)
  if (known !== undefined) return known
  const places = new Semaphore(isOurs ? READERS : READERS_OF_OTHERS, { most: MAX_WAITING })
  readers.set(client, places)
  return places
}

function createClient(config: S3ClientConfig = {}): S3Client {
  return new S3Client({
    requestHandler: new NodeHttpHandler({
      connectionTimeout: 5000,
      requestTimeout: 30_000,
      throwOnRequestTimeout: true,
      socketTimeout: 120_000,
      httpAgent: { keepAlive: true, maxSockets: CONNECTIONS },
      httpsAgent: { keepAlive: true, maxSockets: CONNECTIONS },
    }),
    // Many services do not know the newer checksums; a put carries its SHA-256 in the signature.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...config,
  })
}

/** In the order of the objects' names, which is not that of the keys. */
async function* list(
  client: S3Client,
  Bucket: string,
  names: ObjectNames,
  after: string | undefined,
  signal: AbortSignal | undefined,
) {
  const pages = paginateListObjectsV2(
    { client },
    { Bucket, Prefix: names.prefix, ...(after !== undefined && { StartAfter: names.blob(after) }) },
    signal && { abortSignal: signal },
  )
  for await (const { Contents = [] } of pages) {
    for (const { Key = '', Size = 0 } of Contents) {
      signal?.throwIfAborted()
      const key = names.keyOf(Key)
      if (key !== null) yield { key, size: Size }
    }
  }
}
