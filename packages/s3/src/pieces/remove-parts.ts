import { ListObjectsV2Command, type ListObjectsV2CommandOutput } from '@aws-sdk/client-s3'
import { StowageError } from '@stowage/core'
import type { PiecedFile, PieceStore } from '@stowage/core/ports'
import type { S3Bucket } from '../bucket/bucket.ts'
import type { ObjectNames } from '../bucket/object-names.ts'
import type { Delete } from '../objects/delete.ts'
import { answeredAt } from './answered-at.ts'
import { abortUpload, multipartUploads } from './multipart-uploads.ts'
import { readRef } from './piece-refs.ts'

/** What removals need. */
export interface PartRemovals extends S3Bucket {
  readonly names: ObjectNames
  readonly deleteObjects: Delete
}

/** Ids that are asked about at a time. */
const PAGE = 500

/** Aborts every multipart upload of the blob, whoever began it, and deletes its tails. */
export async function discardParts(
  context: PartRemovals,
  { blobKey, pieces }: Pick<PiecedFile, 'pieces'> & { readonly blobKey: string },
  signal?: AbortSignal,
): Promise<void> {
  const name = context.names.blob(blobKey)
  const refs = pieces.map(readRef)
  const known = refs.flatMap((ref) => (ref.kind === 'part' ? [ref.uploadId] : []))
  for (const uploadId of new Set(known)) await abortUpload(context, { name, uploadId }, signal)
  for await (const { uploads } of multipartUploads(context, name, signal)) {
    for (const upload of uploads) {
      if (upload.name === name) await abortUpload(context, upload, signal)
    }
  }
  for await (const { objects } of objectsBelow(context, context.names.tails(blobKey), signal)) {
    const left = await context.deleteObjects(
      objects.map((object) => object.name),
      signal,
    )
    if (left.length > 0) throw notDiscarded()
  }
}

type Sweep = Parameters<PieceStore['sweep']>[0]

/**
 * Aborts multipart uploads of our blobs that began long ago, and deletes old tails, unless a record knows them. Plain
 * puts that a crash ended leave such uploads too. Those of other applications below the same prefix stay.
 */
export async function sweepParts(context: PartRemovals, sweep: Sweep): Promise<number> {
  const { olderThan, keep = false, signal } = sweep
  const { names } = context
  const swept = new Set<string>()
  const isOld = (date: Date | undefined, now: Date | null) =>
    date !== undefined && now !== null && date.getTime() < now.getTime() - olderThan

  for await (const { uploads, now } of multipartUploads(context, names.prefix, signal)) {
    const old = uploads.flatMap((upload) => {
      const key = isOld(upload.began, now) ? names.keyOf(upload.name) : null
      return key === null ? [] : [{ key, upload }]
    })
    const unknown = await unknownOf(old, sweep)
    for (const { key, upload } of unknown) {
      signal?.throwIfAborted()
      if (keep || (await abortUpload(context, upload, signal))) swept.add(key)
    }
  }
  for await (const { objects, now } of objectsBelow(context, names.uploads, signal)) {
    const old = objects.flatMap(({ name, changed }) => {
      const key = isOld(changed, now) ? names.keyOfTail(name) : null
      return key === null ? [] : [{ key, name }]
    })
    const unknown = await unknownOf(old, sweep)
    signal?.throwIfAborted()
    if (!keep && unknown.length > 0) {
      const left = await context.deleteObjects(
        unknown.map(({ name }) => name),
        signal,
      )
      if (left.length > 0) throw notDiscarded()
    }
    for (const { key } of unknown) swept.add(key)
  }
  return swept.size
}

async function unknownOf<Item extends { readonly key: string }>(
  items: readonly Item[],
  { filterUnknown }: Pick<Sweep, 'filterUnknown'>,
): Promise<readonly Item[]> {
  const keys = [...new Set(items.map(({ key }) => key))]
  const unknown = new Set<string>()
  for (let at = 0; at < keys.length; at += PAGE) {
    for (const key of await filterUnknown(keys.slice(at, at + PAGE))) unknown.add(key)
  }
  return items.filter(({ key }) => unknown.has(key))
}

interface ObjectPage {
  readonly objects: readonly { readonly name: string; readonly changed: Date | undefined }[]
  readonly now: Date | null
}

async function* objectsBelow(
  { client, bucket: Bucket }: S3Bucket,
  Prefix: string,
  signal?: AbortSignal,
): AsyncGenerator<ObjectPage> {
  let after: string | undefined
  do {
    const command = new ListObjectsV2Command({ Bucket, Prefix, StartAfter: after })
    const now = answeredAt(command)
    const page: ListObjectsV2CommandOutput = await client.send(
      command,
      signal && { abortSignal: signal },
    )
    const objects = (page.Contents ?? []).map(({ Key: name = '', LastModified: changed }) => ({
      name,
      changed,
    }))
    if (objects.length > 0) yield { objects, now: now() }
    after = page.IsTruncated ? objects.at(-1)?.name : undefined
  } while (after !== undefined)
}

function notDiscarded(): StowageError {
  return new StowageError('unavailable', 'Parts of an unfinished upload could not be deleted.')
}
