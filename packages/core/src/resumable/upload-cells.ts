import type { Piece } from '../blobs/piece-store.ts'
import {
  formatTimestamp,
  formatTimestampOrNull,
  type Micros,
  parseTimestamp,
  parseTimestampOrNull,
} from '../time/timestamp.ts'
import type {
  StoredUpload,
  UploadKind,
  UploadRefusal,
  UploadState,
  UploadTerms,
} from './resumable-upload.ts'

/** A row of `uploads` with the name of its tenant. JSON and flags are kept alike in all databases. */
export interface UploadCells {
  readonly id: string
  readonly tenant: string
  readonly kind: string
  readonly state: string
  readonly name: string
  readonly size: number | null
  readonly received: number
  readonly created_by: string | null
  readonly ticket_id: string | null
  readonly key_id: string | null
  readonly owner: string | null
  /** JSON. */
  readonly terms: string
  readonly storage: string
  readonly blob_key: string | null
  readonly fence: number
  readonly asset_id: string | null
  /** JSON. */
  readonly refusal: string | null
  readonly created_at: Micros
  readonly expires_at: Micros
  readonly is_cleared: number
  readonly lifetime: number
  readonly ends_by: Micros | null
  readonly hold_until: Micros | null
  readonly is_asked: number
  readonly taken_files: number
  readonly taken_bytes: number
  readonly counted: number
  readonly counted_until: Micros | null
  readonly due_at: Micros
  /** JSON: for each piece its size and `ref`. */
  readonly pieces: string
}

/** The columns of a row besides its tenant. */
export const UPLOAD_COLUMNS: readonly Exclude<keyof UploadCells, 'tenant'>[] = [
  'id',
  'kind',
  'state',
  'name',
  'size',
  'received',
  'created_by',
  'ticket_id',
  'key_id',
  'owner',
  'terms',
  'storage',
  'blob_key',
  'fence',
  'asset_id',
  'refusal',
  'created_at',
  'expires_at',
  'is_cleared',
  'lifetime',
  'ends_by',
  'hold_until',
  'is_asked',
  'taken_files',
  'taken_bytes',
  'counted',
  'counted_until',
  'due_at',
  'pieces',
]

/** The upload of a row. */
export function uploadOfCells(row: UploadCells): StoredUpload {
  return {
    id: row.id,
    tenant: row.tenant,
    kind: row.kind as UploadKind,
    state: row.state as UploadState,
    name: row.name,
    size: row.size,
    offset: row.received,
    createdBy: row.created_by,
    ticketId: row.ticket_id,
    keyId: row.key_id,
    owner: row.owner,
    terms: JSON.parse(row.terms) as UploadTerms,
    storage: row.storage,
    blobKey: row.blob_key,
    fence: row.fence,
    assetId: row.asset_id,
    refusal: row.refusal === null ? null : (JSON.parse(row.refusal) as UploadRefusal),
    createdAt: formatTimestamp(row.created_at),
    expiresAt: formatTimestamp(row.expires_at),
    isCleared: row.is_cleared === 1,
    lifetime: row.lifetime,
    endsBy: formatTimestampOrNull(row.ends_by),
    holdUntil: formatTimestampOrNull(row.hold_until),
    isAsked: row.is_asked === 1,
    taken: { files: row.taken_files, bytes: row.taken_bytes },
    counted:
      row.counted_until === null
        ? null
        : { bytes: row.counted, until: formatTimestamp(row.counted_until) },
    dueAt: formatTimestamp(row.due_at),
    pieces: piecesOfJson(row.pieces),
  }
}

/** The row of an upload, without its tenant. */
export function cellsOfUpload(upload: StoredUpload): Omit<UploadCells, 'tenant'> {
  return {
    id: upload.id,
    kind: upload.kind,
    state: upload.state,
    name: upload.name,
    size: upload.size,
    received: upload.offset,
    created_by: upload.createdBy,
    ticket_id: upload.ticketId,
    key_id: upload.keyId,
    owner: upload.owner,
    terms: JSON.stringify(upload.terms),
    storage: upload.storage,
    blob_key: upload.blobKey,
    fence: upload.fence,
    asset_id: upload.assetId,
    refusal: upload.refusal === null ? null : JSON.stringify(upload.refusal),
    created_at: parseTimestamp(upload.createdAt),
    expires_at: parseTimestamp(upload.expiresAt),
    is_cleared: upload.isCleared ? 1 : 0,
    lifetime: upload.lifetime,
    ends_by: parseTimestampOrNull(upload.endsBy),
    hold_until: parseTimestampOrNull(upload.holdUntil),
    is_asked: upload.isAsked ? 1 : 0,
    taken_files: upload.taken.files,
    taken_bytes: upload.taken.bytes,
    counted: upload.counted?.bytes ?? 0,
    counted_until: parseTimestampOrNull(upload.counted?.until ?? null),
    due_at: parseTimestamp(upload.dueAt),
    pieces: jsonOfPieces(upload.pieces),
  }
}

/** Pieces lie together from byte 0 on, so their starts follow from their sizes. */
function jsonOfPieces(pieces: readonly Piece[]): string {
  return JSON.stringify(pieces.map(({ size, ref }) => [size, ref]))
}

function piecesOfJson(json: string): readonly Piece[] {
  let start = 0
  return (JSON.parse(json) as readonly (readonly [number, string])[]).map(([size, ref]) => {
    const piece = { start, size, ref }
    start += size
    return piece
  })
}
