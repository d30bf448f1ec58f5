import {
  AbortMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
} from '@aws-sdk/client-s3'
import type { S3Bucket } from '../bucket/bucket.ts'
import { isMissing } from '../bucket/s3-errors.ts'
import { answeredAt } from './answered-at.ts'

/** A multipart upload that is neither complete nor aborted. */
interface OpenUpload {
  readonly name: string
  readonly uploadId: string | undefined
  /** When it began; `undefined` when the storage does not say. */
  readonly began: Date | undefined
}

/**
 * The multipart uploads of names with this prefix, a page at a time, with the time by the clock of the storage, which
 * also says when an upload began: the clock of this machine may be off.
 */
export async function* multipartUploads(
  { client, bucket: Bucket }: S3Bucket,
  Prefix: string,
  signal?: AbortSignal,
): AsyncGenerator<{ readonly uploads: readonly OpenUpload[]; readonly now: Date | null }> {
  let marker: { KeyMarker?: string; UploadIdMarker?: string } | undefined = {}
  while (marker !== undefined) {
    const command = new ListMultipartUploadsCommand({ Bucket, Prefix, ...marker })
    const now = answeredAt(command)
    const page: ListMultipartUploadsCommandOutput = await client.send(
      command,
      signal && { abortSignal: signal },
    )
    const uploads = (page.Uploads ?? []).map(({ Key: name = '', UploadId, Initiated }) => ({
      name,
      uploadId: UploadId,
      began: Initiated,
    }))
    yield { uploads, now: now() }
    const { IsTruncated, NextKeyMarker, NextUploadIdMarker } = page
    marker =
      IsTruncated && NextKeyMarker !== undefined && NextUploadIdMarker !== undefined
        ? { KeyMarker: NextKeyMarker, UploadIdMarker: NextUploadIdMarker }
        : undefined
  }
}

/** Frees the parts of an upload. `false` when it was completed or aborted meanwhile. */
export async function abortUpload(
  { client, bucket: Bucket }: S3Bucket,
  { name: Key, uploadId: UploadId }: Pick<OpenUpload, 'name' | 'uploadId'>,
  signal?: AbortSignal,
): Promise<boolean> {
  try {
    const command = new AbortMultipartUploadCommand({ Bucket, Key, UploadId })
    await client.send(command, signal && { abortSignal: signal })
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}
