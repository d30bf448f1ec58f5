// Where the records and files of the cluster are. Each of its processes imports it.
import path from 'node:path'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { openPostgresMetadata } from '@stowage/postgres'
import { createS3Blobs } from '@stowage/s3'
import { clientConfig } from '../migrate/places.mjs'

export const BUCKET = 'stowage-cluster'
/** Milliseconds, the shortest that a store takes. */
export const GRACE = 60_000

/** `places` is plain data; `name` is of the process, which has a staging folder of its own; `clock` is for the future. */
export async function openPorts(places, name, clock) {
  const { postgresUrl: connectionString, schema } = places
  const metadata = await openPostgresMetadata({ connectionString, schema, clock })
  return { metadata, blobs: createBlobs(places, name) }
}

export function createBlobs({ directory, schema, s3 }, name) {
  return createS3Blobs({
    bucket: BUCKET,
    prefix: `${schema}/`,
    staging: path.join(directory, name),
    config: clientConfig(s3),
  })
}

export function s3Client(s3) {
  return new S3Client(clientConfig(s3))
}

export async function createBucket(s3) {
  const client = s3Client(s3)
  await client.send(new CreateBucketCommand({ Bucket: BUCKET }))
  client.destroy()
}
