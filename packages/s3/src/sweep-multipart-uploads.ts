import { AbortMultipartUploadCommand, ListMultipartUploadsCommand } from '@aws-sdk/client-s3'
import type { S3Bucket } from './bucket.ts'
import { isMissing } from './s3-errors.ts'

export interface MultipartSweep extends S3Bucket {
  readonly prefix: string
  /** What was begun earlier is aborted. */
  readonly before: Date
  /** Only count. */
  readonly keep?: boolean
}

/** Aborts the multipart uploads that were begun before a time, and so frees their parts. Resolves to how many. */
export async function sweepMultipartUploads(sweep: MultipartSweep): Promise<number> {
  const { client, bucket: Bucket, prefix: Prefix, before, keep = false } = sweep
  let count = 0
  let marker: { KeyMarker?: string; UploadIdMarker?: string } | undefined = {}
  while (marker !== undefined) {
    const page: Awaited<ReturnType<typeof listPage>> = await listPage(marker)
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      if (Initiated === undefined || Initiated >= before) continue
      if (keep || (await abort(Key, UploadId))) count += 1
    }
    const { IsTruncated, NextKeyMarker, NextUploadIdMarker } = page
    marker =
      IsTruncated && NextKeyMarker !== undefined && NextUploadIdMarker !== undefined
        ? { KeyMarker: NextKeyMarker, UploadIdMarker: NextUploadIdMarker }
        : undefined
  }
  return count

  function listPage(from: { KeyMarker?: string; UploadIdMarker?: string }) {
    return client.send(new ListMultipartUploadsCommand({ Bucket, Prefix, ...from }))
  }

  async function abort(Key: string | undefined, UploadId: string | undefined): Promise<boolean> {
    try {
      await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
      return true
    } catch (error) {
      // Finished meanwhile, or swept by another process.
      if (isMissing(error)) return false
      throw error
    }
  }
}
