import {
  AbortMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
} from '@aws-sdk/client-s3'
import type { S3Bucket } from '../bucket/bucket.ts'
import type { ObjectNames } from '../bucket/object-names.ts'
import { isMissing } from '../bucket/s3-errors.ts'

interface MultipartSweep extends S3Bucket {
  readonly names: ObjectNames
  /** Milliseconds. Uploads that began longer ago are aborted. */
  readonly olderThan: number
  /** Only count. */
  readonly keep?: boolean
  readonly signal?: AbortSignal
}

/** One page of uploads, and when the storage answered, by its own clock; `null` when it does not say. */
interface Page extends ListMultipartUploadsCommandOutput {
  readonly answeredAt: Date | null
}

/**
 * Aborts multipart uploads of our blobs that began long ago, and so frees their parts. Resolves to how many. Goes by
 * the clock of the storage, which also says when an upload began: the clock of this machine may be off. Uploads of
 * other applications below the same prefix stay.
 */
export async function sweepMultipartUploads(sweep: MultipartSweep): Promise<number> {
  const { client, bucket: Bucket, names, olderThan, keep = false, signal } = sweep
  const options = signal && { abortSignal: signal }
  let count = 0
  let marker: { KeyMarker?: string; UploadIdMarker?: string } | undefined = {}
  while (marker !== undefined) {
    const page: Page = await listPage(marker)
    const before = page.answeredAt === null ? null : page.answeredAt.getTime() - olderThan
    for (const { Key = '', UploadId, Initiated } of page.Uploads ?? []) {
      if (before === null || Initiated === undefined || Initiated.getTime() >= before) continue
      if (names.keyOf(Key) === null) continue
      signal?.throwIfAborted()
      if (keep || (await abort(Key, UploadId))) count += 1
    }
    const { IsTruncated, NextKeyMarker, NextUploadIdMarker } = page
    marker =
      IsTruncated && NextKeyMarker !== undefined && NextUploadIdMarker !== undefined
        ? { KeyMarker: NextKeyMarker, UploadIdMarker: NextUploadIdMarker }
        : undefined
  }
  return count

  async function listPage(from: { KeyMarker?: string; UploadIdMarker?: string }): Promise<Page> {
    const command = new ListMultipartUploadsCommand({ Bucket, Prefix: names.prefix, ...from })
    let answeredAt: Date | null = null
    command.middlewareStack.add(
      (next) => async (args) => {
        const result = await next(args)
        answeredAt = dateOf(result.response)
        return result
      },
      { step: 'deserialize', name: 'answeredAt' },
    )
    return { ...(await client.send(command, options)), answeredAt }
  }

  async function abort(Key: string, UploadId: string | undefined): Promise<boolean> {
    try {
      await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }), options)
      return true
    } catch (error) {
      // Finished meanwhile, or swept by another process.
      if (isMissing(error)) return false
      throw error
    }
  }
}

/** The `Date` of an answer; `null` when it is missing or unreadable. */
function dateOf(response: unknown): Date | null {
  const { headers } = response as { readonly headers?: Readonly<Record<string, string>> }
  const date = new Date(headers?.date ?? '')
  return Number.isNaN(date.getTime()) ? null : date
}
