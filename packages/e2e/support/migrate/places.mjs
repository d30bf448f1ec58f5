// Where the store of the check is, and where it moves. Each of its processes imports it.
import path from 'node:path'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { createFilesystemBlobs } from '@stowage/core/filesystem'
import { openSqliteMetadata } from '@stowage/core/sqlite'
import { openPostgresMetadata } from '@stowage/postgres'
import { createS3Blobs } from '@stowage/s3'

export const BUCKET = 'stowage-migration'

/** `places` is plain data: a directory, the URL of PostgreSQL, and an S3 with its credentials. */
export async function openOld({ directory }) {
  const metadata = await openSqliteMetadata({ file: path.join(directory, 'stowage.db') })
  return { metadata, blobs: createFilesystemBlobs({ directory }) }
}

export async function openNew({ directory, postgresUrl, schema, s3 }) {
  const metadata = await openPostgresMetadata({ connectionString: postgresUrl, schema })
  return {
    metadata,
    blobs: createS3Blobs({
      bucket: BUCKET,
      prefix: `${schema}/`,
      staging: path.join(directory, 's3-staging'),
      config: clientConfig(s3),
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

export async function createBucket(s3, bucket = BUCKET) {
  const client = new S3Client(clientConfig(s3))
  await client.send(new CreateBucketCommand({ Bucket: bucket }))
  client.destroy()
}
