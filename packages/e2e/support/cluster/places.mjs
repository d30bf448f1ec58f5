// Where the records and files of the cluster are. Each of its processes imports it.
import path from 'node:path'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { postgres } from '@stowage/postgres'
import { s3 } from '@stowage/s3'
import { clientConfig } from '../migrate/places.mjs'

export const BUCKET = 'stowage-cluster'
/** Milliseconds, the shortest that a store takes. */
export const GRACE = 60_000

/** `places` is plain data; `name` is of the process, which has a staging folder of its own; `clock` is for the future. */
export function placeOf(places, name, clock) {
  const { postgresUrl: url, schema } = places
  return { records: postgres({ url, schema, clock }), files: filesOf(places, name) }
}

export function filesOf({ directory, schema, s3: server }, name) {
  return s3({
    bucket: BUCKET,
    prefix: `${schema}/`,
    staging: path.join(directory, name),
    config: clientConfig(server),
  })
}

export function s3Client(server) {
  return new S3Client(clientConfig(server))
}

export async function createBucket(server) {
  const client = s3Client(server)
  await client.send(new CreateBucketCommand({ Bucket: BUCKET }))
  client.destroy()
}
