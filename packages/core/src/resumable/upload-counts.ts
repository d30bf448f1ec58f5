import { quotaExceeded, ticketExhausted } from '../errors/metadata-errors.ts'
import type { UploadTicket } from '../tickets/upload-ticket.ts'
import { limitsOf, type Quota, quotaRefusal } from '../usage/quota.ts'
import type { StoredUpload, UploadKind } from './resumable-upload.ts'

/** One uploader has at most this share of a quota in unfinished uploads. */
const OWNER_SHARE = 4

/** A number of uploads, without partial ones, and the bytes of all of them. */
export interface UploadCounts {
  readonly uploads: number
  readonly bytes: number
}

/** Nothing that counts. */
export const NO_UPLOADS: UploadCounts = { uploads: 0, bytes: 0 }

/** What the tenant has, and what its other unfinished uploads will be. */
export interface UploadNeighbours {
  readonly usage: { readonly assets: number; readonly bytes: number }
  readonly others: UploadCounts
}

/** `quota_exceeded` unless an upload of this size fits. */
export function assertUploadFits(
  quota: Quota | null,
  { usage, others }: UploadNeighbours,
  { kind, bytes }: { readonly kind: UploadKind; readonly bytes: number },
): void {
  const refusal = quotaRefusal(quota, {
    assets: usage.assets + others.uploads + (kind === 'partial' ? 0 : 1),
    bytes: usage.bytes + others.bytes + bytes,
  })
  if (refusal !== null) throw refusal
}

/** `quota_exceeded` when the uploader has unfinished uploads, and they would take more than their share with this one. */
export function assertOwnerShare(
  quota: Quota | null,
  owned: { readonly uploads: number; readonly bytes: number },
  bytes: number,
): void {
  const limit = limitsOf(quota).bytes
  if (limit === null || owned.uploads === 0) return
  const share = Math.floor(limit / OWNER_SHARE)
  if (owned.bytes + bytes > share) throw quotaExceeded('bytes', share)
}

/** What an upload takes of its ticket. */
export type TakenOfTicket = StoredUpload['taken']

/** What is left of a ticket, once `after` was taken of it in place of `before`; `ticket_exhausted`. */
export function takeOfTicket(
  { filesLeft, bytesLeft }: Pick<UploadTicket, 'filesLeft' | 'bytesLeft'>,
  before: TakenOfTicket,
  after: TakenOfTicket,
): Pick<UploadTicket, 'filesLeft' | 'bytesLeft'> {
  const left = {
    filesLeft: filesLeft + before.files - after.files,
    bytesLeft: bytesLeft + before.bytes - after.bytes,
  }
  if (left.filesLeft < 0 || left.bytesLeft < 0) throw ticketExhausted(filesLeft, bytesLeft)
  return left
}

/** What an upload of this kind takes; `bytes`: its size, or those that came while that is not known. */
export function takenBy(kind: UploadKind, bytes: number): TakenOfTicket {
  return { files: kind === 'partial' ? 0 : 1, bytes }
}

/** Nothing was taken, or all of it was given back. */
export const NOTHING_TAKEN: TakenOfTicket = { files: 0, bytes: 0 }
