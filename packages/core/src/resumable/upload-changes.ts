import type { Timestamp } from '../assets/asset.ts'
import type { Piece } from '../blobs/piece-store.ts'
import { invalidArgument } from '../errors/invalid-argument.ts'
import { lengthMismatch, uploadLocked, uploadNotFound } from '../errors/upload-errors.ts'
import { addMillis, formatTimestamp, type Micros, parseTimestamp } from '../time/timestamp.ts'
import type { StoredUpload, UploadRecord } from './resumable-upload.ts'
import { NOTHING_TAKEN, takenBy } from './upload-counts.ts'
import type { NewUpload, PiecedUpload, UploadAdvance, UploadEnd } from './upload-records.ts'

const HOUR = 3_600_000
/** Milliseconds that an upload counts against the quota without progress. */
const COUNTED_FOR = HOUR
/** Milliseconds that an upload is kept after its end, and after the expiry of its ticket. */
const KEPT_FOR = 24 * HOUR
/** Milliseconds after which a sweep finishes what its request has not. */
const FINISHING_FOR = 60_000

/** Which uploads are unfinished. */
export function isUnfinished({ state }: Pick<UploadRecord, 'state'>): boolean {
  return state === 'receiving' || state === 'finishing'
}

/** Whether another may not hold it now. */
export function isHeldAt({ holdUntil }: StoredUpload, now: Timestamp): boolean {
  return holdUntil !== null && holdUntil > now
}

function after(now: Micros, millis: number): Timestamp {
  return formatTimestamp(addMillis(now, millis))
}

function earlier(one: Timestamp, other: Timestamp | null): Timestamp {
  return other !== null && other < one ? other : one
}

/** The row of a new upload. `ticket`: when its ticket expires; `null`: it has none. */
export function newUploadRow(
  { scope: _, lifetime, quota: __, limits: ___, ...given }: NewUpload,
  now: Micros,
  ticket: Timestamp | null,
): StoredUpload {
  const endsBy = ticket === null ? null : after(parseTimestamp(ticket), KEPT_FOR)
  const expiresAt = earlier(after(now, lifetime), endsBy)
  // A final upload takes over what its partial uploads counted.
  const counts = given.kind === 'final' && given.size !== null
  return {
    ...given,
    state: 'receiving',
    offset: 0,
    fence: 0,
    assetId: null,
    refusal: null,
    createdAt: formatTimestamp(now),
    expiresAt,
    isCleared: false,
    lifetime,
    endsBy,
    holdUntil: null,
    isAsked: false,
    taken: given.ticketId === null ? NOTHING_TAKEN : takenBy(given.kind, given.size ?? 0),
    counted: counts ? { bytes: given.size ?? 0, until: after(now, COUNTED_FOR) } : null,
    dueAt: expiresAt,
    pieces: [],
  }
}

/** A partial upload whose place a final one has taken. */
export function takenOver(upload: StoredUpload): StoredUpload {
  return { ...upload, taken: NOTHING_TAKEN, counted: null }
}

/** Whether a final upload of this uploader can join it. */
export function isJoinable(
  upload: StoredUpload | null | undefined,
  { tenant, createdBy, ticketId }: Pick<NewUpload, 'tenant' | 'createdBy' | 'ticketId'>,
): upload is StoredUpload {
  return (
    upload?.tenant === tenant &&
    upload.kind === 'partial' &&
    upload.state === 'receiving' &&
    upload.size === upload.offset &&
    upload.createdBy === createdBy &&
    upload.ticketId === ticketId
  )
}

/** The upload in the hands of its next holder. */
export function heldUpload(upload: StoredUpload, now: Micros, lease: number): StoredUpload {
  return {
    ...upload,
    fence: upload.fence + 1,
    holdUntil: after(now, lease),
    isAsked: false,
    // Behind others, when it cannot be finished.
    dueAt:
      upload.state === 'finishing'
        ? earlier(after(now, FINISHING_FOR), upload.expiresAt)
        : upload.dueAt,
  }
}

/** Progress of an upload, and what must be checked before it is recorded. */
export interface AdvancedUpload {
  readonly upload: StoredUpload
  /** Bytes that begin to count against the quota; `null`: no more than before. */
  readonly counts: number | null
  /** Whether its ticket must allow more than before. */
  readonly takes: boolean
}

/** The upload after progress. `upload_locked`, `length_mismatch`, `invalid_argument`. */
export function advancedUpload(
  before: StoredUpload | null,
  { tenant, fence, to, pieces, size, lease, isFull }: UploadAdvance,
  now: Micros,
): AdvancedUpload {
  if (before?.tenant !== tenant) throw uploadNotFound()
  if (before.fence !== fence || before.state !== 'receiving') throw uploadLocked()
  const known = before.size ?? size ?? null
  if (size !== undefined && size !== known) throw lengthMismatch(known ?? to)
  if (known !== null && to > known) throw lengthMismatch(to)
  if (isFull && to !== known) throw invalidArgument('isFull', 'isFull: bytes are missing.')
  const joined = joinedPieces(before.pieces, pieces)
  if (to < before.offset || endOf(joined) !== to) {
    throw invalidArgument('pieces', 'The pieces of an upload must end where it does.')
  }
  const bytes = known ?? to
  const isCounted = before.counted !== null && before.counted.until > formatTimestamp(now)
  const counts = to > 0 && !(isCounted && before.counted.bytes >= bytes) ? bytes : null
  const hasTicket = before.ticketId !== null
  const takes = hasTicket && bytes > before.taken.bytes
  const expiresAt = earlier(after(now, before.lifetime), before.endsBy)
  const isFinishing = isFull && before.kind !== 'partial'
  const upload: StoredUpload = {
    ...before,
    state: isFinishing ? 'finishing' : 'receiving',
    size: known,
    offset: to,
    pieces: joined,
    expiresAt,
    dueAt: isFinishing ? earlier(after(now, FINISHING_FOR), expiresAt) : expiresAt,
    holdUntil: after(now, lease),
    taken: takes ? { ...before.taken, bytes } : before.taken,
    counted: to > 0 ? { bytes, until: after(now, COUNTED_FOR) } : before.counted,
  }
  return { upload, counts, takes }
}

/** The pieces once these have replaced those from the first of them on. `invalid_argument` when they do not lie together. */
export function joinedPieces(before: readonly Piece[], pieces: readonly Piece[]): readonly Piece[] {
  const [first] = pieces
  if (first === undefined) return before
  const kept = before.filter(({ start }) => start < first.start)
  const joined = [...kept, ...pieces]
  const hasGap = joined.some(({ start }, index) => start !== endOf(joined.slice(index - 1, index)))
  if (hasGap) throw invalidArgument('pieces', 'The pieces of an upload must lie together.')
  return joined
}

function endOf(pieces: readonly Piece[]): number {
  const last = pieces.at(-1)
  return last === undefined ? 0 : last.start + last.size
}

/** The upload after its end; `null`: it cannot end so. */
export function endedUpload(
  before: StoredUpload | null,
  { tenant, as }: UploadEnd,
  now: Micros,
): StoredUpload | null {
  if (before?.tenant !== tenant || !isUnfinished(before)) return null
  const at = formatTimestamp(now)
  if (as.state === 'refused' && as.fence !== before.fence) return null
  if (as.state === 'expired' && (isHeldAt(before, at) || before.expiresAt > at)) return null
  const refusal = as.state === 'refused' ? as.refusal : null
  return { ...ended(before, now), state: as.state, refusal, fence: before.fence + 1 }
}

/** The upload that has become this asset. `isNew`: whether the asset is stored now, so that it keeps what it took. */
export function finishedUpload(
  before: StoredUpload,
  { assetId }: { readonly assetId: string },
  now: Micros,
): StoredUpload {
  return { ...ended(before, now), state: 'done', assetId }
}

/** `upload_locked` unless the holder with this fence may finish it. */
export function assertFinishing(
  upload: StoredUpload | null,
  { tenant, fence }: { readonly tenant: string; readonly fence: number },
): asserts upload is StoredUpload {
  const isOurs = upload?.tenant === tenant && upload.fence === fence
  if (!isOurs || upload.state !== 'finishing') throw uploadLocked()
}

function ended(before: StoredUpload, now: Micros): StoredUpload {
  return {
    ...before,
    holdUntil: null,
    isAsked: false,
    taken: NOTHING_TAKEN,
    counted: null,
    expiresAt: after(now, KEPT_FOR),
    dueAt: formatTimestamp(now),
  }
}

/** The upload once its pieces are deleted; `null`: it is to be forgotten. */
export function settledUpload(before: StoredUpload, now: Micros): StoredUpload | null {
  if (isUnfinished(before)) return before
  if (before.state === 'removed' || before.expiresAt <= formatTimestamp(now)) return null
  return { ...before, isCleared: true, pieces: [], dueAt: before.expiresAt }
}

/** What the port says of a row. */
export function uploadRecord(stored: StoredUpload): UploadRecord {
  const { lifetime, endsBy, holdUntil, isAsked, taken, counted, dueAt, pieces, ...record } = stored
  return record
}

/** What the port says of a row with its pieces. */
export function piecedUpload(stored: StoredUpload): PiecedUpload {
  return { upload: uploadRecord(stored), pieces: stored.pieces }
}
