// Where the store of the check is, and where it moves. Each of its processes imports it.
import path from 'node:path'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { postgres } from '@stowage/postgres'
import { s3 } from '@stowage/s3'

export const BUCKET = 'stowage-migration'

/** `places` is plain data: a directory, the URL of PostgreSQL, and an S3 with its credentials. */
export function oldPlace({ directory }) {
  return { directory }
}

export function newPlace({ directory, postgresUrl, schema, s3: server }) {
  return {
    records: postgres({ url: postgresUrl, schema }),
    files: s3({
      bucket: BUCKET,
      prefix: `${schema}/`,
      staging: path.join(directory, 's3-staging'),
      config: clientConfig(server),
    }),
  }
}

export function clientConfig({ endpoint, accessKeyId, secretAccessKey }) {
  return {
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
  }
}

/** Where it moves back. */
export const backPlace = ({ directory }) => ({ directory: path.join(directory, 'back') })

export async function createBucket(s3, bucket = BUCKET) {
  const client = new S3Client(clientConfig(s3))
  await client.send(new CreateBucketCommand({ Bucket: bucket }))
  client.destroy()
}
