import type { ResumableUpload, UploadRecord, UploadStatus } from './resumable-upload.ts'

/** An upload as the store shows it. */
export function shownUpload(record: UploadRecord): ResumableUpload {
  const { id, tenant, kind, name, size, offset, assetId, refusal, createdBy, terms } = record
  return {
    id,
    tenant,
    kind,
    name,
    size,
    offset,
    status: statusOf(record),
    assetId,
    refusal,
    createdBy,
    partials: terms.partials,
    note: terms.note,
    createdAt: record.createdAt,
    expiresAt: record.expiresAt,
  }
}

function statusOf({ state, kind, size, offset }: UploadRecord): UploadStatus {
  if (state === 'finishing' || state === 'done' || state === 'refused') return state
  return kind === 'partial' && size === offset ? 'done' : 'receiving'
}
