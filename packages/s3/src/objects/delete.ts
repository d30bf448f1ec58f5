import { createHash } from 'node:crypto'
import { DeleteObjectCommand, DeleteObjectsCommand } from '@aws-sdk/client-s3'
import { inParallel } from '@stowage/core/internal'
import type { S3Bucket } from '../bucket/bucket.ts'
import { isMissing, lacksFeature, notDeleted, saysMissing } from '../bucket/s3-errors.ts'

/** Objects that S3 deletes in one request. */
const BATCH = 1000
/** Objects deleted at a time when each needs its own request. */
const PARALLEL = 8

/** Deletes objects by their names. Resolves to the names of those that are still there. */
export type Delete = (names: readonly string[], signal?: AbortSignal) => Promise<readonly string[]>

/**
 * Deletes up to 1000 objects a request. Each request carries `Content-MD5` besides the newer checksum: some services
 * require it and others ignore it. A service that deletes only one object a request says so in its first answer, and
 * gets single requests from then on.
 */
export function createDelete({ client, bucket: Bucket }: S3Bucket): Delete {
  let deletesMany = true

  async function deleteMany(names: readonly string[], signal?: AbortSignal): Promise<string[]> {
    const failed: string[] = []
    for (let from = 0; from < names.length; from += BATCH) {
      const batch = names.slice(from, from + BATCH)
      const { Errors = [] } = await client.send(bulk(batch), signal && { abortSignal: signal })
      for (const { Key = '', Code } of Errors) {
        // An error without a key that we sent does not say which blob it is about.
        if (!batch.includes(Key)) throw notDeleted(Bucket, Code)
        if (!saysMissing(Code)) failed.push(Key)
      }
      if (failed.length > 0 && failed.length === names.length)
        throw notDeleted(Bucket, Errors[0]?.Code)
    }
    return failed
  }

  function bulk(names: readonly string[]): DeleteObjectsCommand {
    const Delete = { Objects: names.map((Key) => ({ Key })), Quiet: true }
    const command = new DeleteObjectsCommand({ Bucket, Delete })
    command.middlewareStack.add(
      (next) => (args) => {
        const { headers, body } = args.request as {
          headers: Record<string, string>
          body?: unknown
        }
        if (typeof body === 'string') {
          headers['content-md5'] = createHash('md5').update(body).digest('base64')
        }
        return next(args)
      },
      { step: 'build', name: 'contentMd5' },
    )
    return command
  }

  async function deleteEach(names: readonly string[], signal?: AbortSignal): Promise<string[]> {
    const failed: string[] = []
    let last: unknown
    await inParallel(names, PARALLEL, async (Key) => {
      try {
        const command = new DeleteObjectCommand({ Bucket, Key })
        await client.send(command, signal && { abortSignal: signal })
      } catch (error) {
        signal?.throwIfAborted()
        if (isMissing(error)) return
        failed.push(Key)
        last = error
      }
    })
    if (failed.length > 0 && failed.length === names.length) throw last
    return failed
  }

  return async (names, signal) => {
    if (!deletesMany) return deleteEach(names, signal)
    try {
      return await deleteMany(names, signal)
    } catch (error) {
      if (!lacksFeature(error)) throw error
      deletesMany = false
      return deleteEach(names, signal)
    }
  }
}
