import type { S3Client } from '@aws-sdk/client-s3'

/** A bucket, and the client that speaks to it. */
export interface S3Bucket {
  readonly client: S3Client
  readonly bucket: string
}
