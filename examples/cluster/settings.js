// What all instances agree on, from the environment; README.md explains each.
import { openAssetStore } from '@stowage/core'
import { postgres } from '@stowage/postgres'
import { s3 } from '@stowage/s3'
import { sharpVariants } from '@stowage/sharp'

const {
  DATABASE_URL,
  DATABASE_SCHEMA = 'stowage',
  DATABASE_CONNECTIONS = '10',
  S3_BUCKET = 'stowage',
  S3_ENDPOINT,
  S3_REGION = 'us-east-1',
  S3_ACCESS_KEY,
  S3_SECRET_KEY,
  STAGING_DIRECTORY = './staging',
} = process.env

if (!DATABASE_URL)
  throw new Error('Set DATABASE_URL, such as postgresql://user:password@host/database.')

export const bucket = S3_BUCKET

/** Without keys the AWS SDK looks for credentials where it always does: profiles, roles of the machine … */
export const s3Config = {
  region: S3_REGION,
  // Services other than Amazon's own have the bucket in the path, not in the host name.
  ...(S3_ENDPOINT && { endpoint: S3_ENDPOINT, forcePathStyle: true }),
  ...(S3_ACCESS_KEY && {
    credentials: { accessKeyId: S3_ACCESS_KEY, secretAccessKey: S3_SECRET_KEY ?? '' },
  }),
}

/** `options` are those of `openAssetStore`. */
export function openStore(options = {}) {
  return openAssetStore({
    records: postgres({
      url: DATABASE_URL,
      schema: DATABASE_SCHEMA,
      connections: Number(DATABASE_CONNECTIONS),
    }),
    files: s3({ bucket, staging: STAGING_DIRECTORY, config: s3Config }),
    variants: sharpVariants(),
    ...options,
  })
}
