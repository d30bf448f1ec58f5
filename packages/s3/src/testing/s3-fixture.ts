import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  CreateBucketCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3'
import { type S3Files, type S3Options, s3 } from '../blobs.ts'

const BUCKET = 'stowage-tests'

/** The endpoint of an S3 for the tests; `undefined` when the environment names none. */
export const endpoint: string | undefined = process.env.S3_ENDPOINT

export const config: S3ClientConfig & { readonly endpoint: string } = {
  endpoint: endpoint ?? 'http://127.0.0.1:9',
  region: process.env.S3_REGION ?? 'us-east-1',
  forcePathStyle: true,
  credentials: {
    accessKeyId: process.env.S3_ACCESS_KEY ?? '',
    secretAccessKey: process.env.S3_SECRET_KEY ?? '',
  },
}

export interface S3Fixture {
  readonly blobs: S3Files
  readonly staging: S3Files['staging']
  readonly client: S3Client
  readonly bucket: string
  readonly prefix: string
  readonly directory: string
  open(options?: Partial<S3Options>): S3Files
  /** Names of the objects, without the prefix. */
  objects(): Promise<readonly string[]>
  /** The store as another process opens it. */
  reopen(): S3Files
  /** Multipart uploads, tails, and local files of uploads that are not finished. */
  leftovers(): Promise<readonly string[]>
}

/** A new prefix in the bucket for tests, and a folder for staging. */
export async function s3Fixture(): Promise<{ fixture: S3Fixture; dispose(): Promise<void> }> {
  const client = new S3Client(config)
  await client.send(new CreateBucketCommand({ Bucket: BUCKET }))
  const directory = await mkdtemp(path.join(tmpdir(), 'stowage-s3-'))
  const prefix = `${randomUUID()}/`
  const open = (options: Partial<S3Options> = {}) =>
    s3({
      bucket: BUCKET,
      prefix,
      staging: directory,
      ...(options.client === undefined && { config }),
      ...options,
    })
  const blobs = open()
  const fixture: S3Fixture = {
    blobs,
    staging: blobs.staging,
    client,
    bucket: BUCKET,
    prefix,
    directory,
    open,
    async objects() {
      const list = new ListObjectsV2Command({ Bucket: BUCKET, Prefix: prefix })
      const { Contents = [] } = await client.send(list)
      return Contents.map(({ Key = '' }) => Key.slice(prefix.length))
    },
    reopen: () => open(),
    async leftovers() {
      const list = new ListMultipartUploadsCommand({ Bucket: BUCKET, Prefix: prefix })
      const { Uploads = [] } = await client.send(list)
      const tails = (await fixture.objects()).filter((name) => name.startsWith('uploads/'))
      const files = await readdir(path.join(directory, 'staging')).catch(() => [])
      return [...Uploads.map(({ Key = '' }) => Key), ...tails, ...files]
    },
  }
  return {
    fixture,
    async dispose() {
      client.destroy()
      await rm(directory, { recursive: true })
    },
  }
}
