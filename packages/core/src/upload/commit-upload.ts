import type { AssetScope } from '../assets/asset-scope.ts'
import type { Inserted } from '../assets/insert-request.ts'
import type { OnDuplicate } from '../duplicates/on-duplicate.ts'
import { isStowageError } from '../errors/stowage-error.ts'
import type { Quota } from '../usage/quota.ts'
import { idempotencyRecord } from './idempotency.ts'
import { type PendingFile, pendingBlobKeys, putAgain } from './pending-file.ts'
import type { UploadContext, UploadRequest } from './upload-context.ts'

/** Milliseconds. */
const HOUR = 3_600_000

/** Inserts the records of an upload, in one transaction. `pending` then holds the blobs that they name. */
export function commitUpload(
  context: UploadContext,
  request: UploadRequest,
  quota: Quota | null,
  pending: PendingFile[],
): Promise<Inserted> {
  const commit = () => insert(context, request, quota, pending)
  return commitPending(context, pending, request.signal, commit)
}

/**
 * Commits the records of these files' blobs.
 *
 * Another process may have claimed the blob keys, because its clock is ahead or this process was suspended. It has then
 * probably claimed all keys that this process had reserved, so the files are put and committed once more, under new
 * keys. `pending` then holds the new blobs.
 */
export async function commitPending<Result>(
  context: UploadContext,
  pending: PendingFile[],
  signal: AbortSignal,
  commit: () => Promise<Result>,
): Promise<Result> {
  try {
    return await commit()
  } catch (error) {
    if (!isStowageError(error, 'reservation_lost')) throw error
    await context.collector.rollback(pendingBlobKeys(pending), error)
    await putAllAgain(context, pending, signal).catch((failure) => {
      signal.throwIfAborted()
      // A sweep may have removed the staged files as well as the reservations, whose loss is the cause of the failure.
      throw isStowageError(failure, 'unavailable') ? error : failure
    })
  }
  return commit()
}

async function putAllAgain(
  context: UploadContext,
  pending: PendingFile[],
  signal: AbortSignal,
): Promise<void> {
  context.keys.drop()
  for (const [index, file] of pending.entries()) {
    pending[index] = await putAgain(context, file, signal)
  }
  await Promise.all(pending.map(({ put }) => put))
  signal.throwIfAborted()
}

async function insert(
  context: UploadContext,
  request: UploadRequest,
  quota: Quota | null,
  pending: readonly PendingFile[],
): Promise<Inserted> {
  const { metadata } = context
  const { tenant, scope, principal, ticket, idempotencyKey, pendingHours } = request
  const uploader = ticket === undefined ? principal : { kind: 'ticket' as const, id: ticket.id }
  const records = pending.map(({ record }) => record)
  return metadata.assets.insert({
    tenant,
    assets: records,
    keyId: principal?.kind === 'key' ? principal.id : (ticket?.keyId ?? null),
    ...(ticket !== undefined && { ticket: ticket.id }),
    ...(request.upload !== undefined && { upload: request.upload }),
    quota,
    scope,
    pendingFor: pendingHours === null ? null : pendingHours * HOUR,
    onDuplicate: onDuplicateOf(context, request),
    duplicatesOf: duplicatesOf(request),
    jobs: context.variants.jobsFor(records),
    ...(idempotencyKey !== undefined && {
      idempotency: idempotencyRecord(
        idempotencyKey,
        { uploader, scope },
        // The additions of the `describe` hook may differ from call to call.
        pending.map(({ record, said }) => Object.assign({}, record, said)),
      ),
    }),
  })
}

/**
 * What the insert does with a file whose bytes the tenant already has. An upload with a ticket that a key made, or that
 * has no `createdBy`, always stores: a returned asset would show the holder of one ticket what another uploaded.
 */
export function onDuplicateOf(
  context: Pick<UploadContext, 'onDuplicate'>,
  { ticket, onDuplicate = context.onDuplicate }: Pick<UploadRequest, 'ticket' | 'onDuplicate'>,
): OnDuplicate {
  const namesUser = ticket === undefined || (ticket.keyId === null && ticket.createdBy !== null)
  return namesUser ? onDuplicate : 'store'
}

/** The holder of a ticket learns nothing about the uploads of others. */
function duplicatesOf({ scope, ticket, duplicatesOf: given }: UploadRequest): AssetScope | null {
  return scope ?? (ticket === undefined ? given : { createdBy: ticket.createdBy })
}
