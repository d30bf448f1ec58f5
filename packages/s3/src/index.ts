/**
 * Files in Amazon S3, or storage that speaks its API.
 *
 * @module
 */
export { type S3Files, type S3Options, s3 } from './blobs.ts'
