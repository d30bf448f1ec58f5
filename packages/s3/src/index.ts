export { createS3Blobs, type S3Blobs, type S3BlobsOptions } from './blobs.ts'
