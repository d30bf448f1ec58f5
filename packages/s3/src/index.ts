/**
 * Files in Amazon S3, or storage that speaks its API.
 *
 * @module
 */
export { createS3Blobs, type S3Blobs, type S3BlobsOptions } from './blobs.ts'
