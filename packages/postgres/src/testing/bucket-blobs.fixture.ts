import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { type S3Files, s3 } from '@stowage/s3'

const BUCKET = 'stowage-tests'

/** Where an S3 for the tests answers; `undefined` when the environment names none. */
export const s3Endpoint: string | undefined = process.env.S3_ENDPOINT

export interface BucketBlobs {
  readonly blobs: S3Files
  dispose(): Promise<void>
}

/** Blobs below a prefix of their own on the S3 that `S3_ENDPOINT` names, and a folder for their staging. */
export async function bucketBlobs(): Promise<BucketBlobs> {
  const client = new S3Client({
    endpoint: s3Endpoint ?? '',
    region: process.env.S3_REGION ?? 'us-east-1',
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    credentials: {
      accessKeyId: process.env.S3_ACCESS_KEY ?? '',
      secretAccessKey: process.env.S3_SECRET_KEY ?? '',
    },
  })
  await client.send(new CreateBucketCommand({ Bucket: BUCKET }))
  const staging = await mkdtemp(path.join(tmpdir(), 'stowage-postgres-s3-'))
  return {
    blobs: s3({ bucket: BUCKET, prefix: `${randomUUID()}/`, staging, client }),
    async dispose() {
      client.destroy()
      await rm(staging, { recursive: true })
    },
  }
}
