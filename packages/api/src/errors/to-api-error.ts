import { type ErrorCode, isStowageError, type StowageError } from '@stowage/core'
import { ApiError, type ApiErrorDetails } from './api-error.ts'
import type { ApiErrorCode } from './api-error-codes.ts'
import { detailOf } from './detail.ts'

/** The only map from errors of the store to error codes of the API. */
export const CODE_OF: Readonly<Record<ErrorCode, ApiErrorCode>> = {
  asset_not_found: 'asset_not_found',
  file_not_found: 'file_not_found',
  cursor_expired: 'cursor_expired',
  key_not_found: 'key_not_found',
  webhook_not_found: 'webhook_not_found',
  too_many_webhooks: 'too_many_webhooks',
  delivery_not_found: 'delivery_not_found',
  too_many_keys: 'too_many_keys',
  exceeds_maker: 'forbidden',
  job_not_found: 'job_not_found',
  job_refused: 'internal_error',
  job_failed: 'internal_error',
  problem_found: 'internal_error',
  not_trashed: 'not_trashed',
  file_too_large: 'file_too_large',
  too_many_files: 'too_many_files',
  too_many_ids: 'too_many_ids',
  file_missing: 'file_missing',
  type_not_allowed: 'type_not_allowed',
  digest_mismatch: 'digest_mismatch',
  location_not_removable: 'location_not_removable',
  file_rejected: 'file_rejected',
  duplicate: 'duplicate',
  external_id_taken: 'external_id_taken',
  upload_refused: 'file_rejected',
  key_revoked: 'unauthenticated',
  ticket_not_found: 'internal_error',
  ticket_revoked: 'unauthenticated',
  folder_not_found: 'folder_not_found',
  folder_exists: 'folder_exists',
  folder_cycle: 'folder_cycle',
  folder_too_deep: 'folder_too_deep',
  folder_not_empty: 'folder_not_empty',
  changed_meanwhile: 'precondition_failed',
  version_not_found: 'internal_error',
  scan_pending: 'scan_pending',
  too_many_tags: 'too_many_tags',
  too_many_attachments: 'internal_error',
  count_changed: 'count_changed',
  too_many_matches: 'too_many_matches',
  ticket_exhausted: 'ticket_exhausted',
  upload_not_found: 'upload_not_found',
  upload_expired: 'upload_expired',
  upload_locked: 'upload_locked',
  upload_finished: 'upload_finished',
  offset_mismatch: 'offset_mismatch',
  length_mismatch: 'length_mismatch',
  checksum_mismatch: 'checksum_mismatch',
  too_many_uploads: 'too_many_uploads',
  idempotency_conflict: 'idempotency_conflict',
  repair_refused: 'internal_error',
  invalid_argument: 'internal_error',
  source_failed: 'internal_error',
  source_ended_early: 'malformed_request',
  url_refused: 'url_refused',
  url_failed: 'url_failed',
  quota_exceeded: 'insufficient_storage',
  insufficient_storage: 'insufficient_storage',
  unavailable: 'unavailable',
  outcome_unknown: 'unavailable',
  reservation_lost: 'unavailable',
  blob_exists: 'internal_error',
  blob_not_found: 'file_not_found',
  blob_damaged: 'internal_error',
  range_not_satisfiable: 'range_not_satisfiable',
  signature_invalid: 'signature_invalid',
  signature_expired: 'signature_expired',
  closed: 'unavailable',
  database_too_new: 'internal_error',
  sqlite_unavailable: 'internal_error',
  variants_unavailable: 'internal_error',
  analysis_unavailable: 'internal_error',
}

/** Errors whose `meta.asset_id` is an asset that the client can use instead. */
const NAMES_ASSET: ReadonlySet<ApiErrorCode> = new Set(['duplicate', 'external_id_taken'])

const RETRY_AFTER_SECONDS = '5'

/** What the client sees of any error. Details are written here, because an error's own message may reveal too much. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  // The code that reads the body threw it through the store.
  if (isStowageError(error, 'source_failed') && error.cause instanceof ApiError) return error.cause
  if (!isStowageError(error)) return httpProblem(describe('internal_error'), error)
  const [first, ...others] = (error.errors ?? []).map(describeError)
  if (first !== undefined) return new ApiError([first, ...others], {}, { cause: error })
  return httpProblem(describeError(error), error)
}

function httpProblem(only: ApiErrorDetails, cause: unknown): ApiError {
  const headers = only.code === 'unavailable' ? { 'retry-after': RETRY_AFTER_SECONDS } : undefined
  return new ApiError([only], headers, { cause })
}

/** An error of another version of the store may have a code that we do not know, and lack members that ours has. */
function describeError({ code, context }: StowageError): ApiErrorDetails {
  return describe(CODE_OF[code] ?? 'internal_error', context ?? {})
}

function describe(code: ApiErrorCode, context: StowageError['context'] = {}): ApiErrorDetails {
  const { limit, count, index, filesLeft, bytesLeft, id, reason, status, offset } = context
  const meta = {
    ...(typeof limit === 'number' && { limit }),
    ...(typeof count === 'number' && { count }),
    ...(typeof index === 'number' && { index }),
    ...(code === 'offset_mismatch' && typeof offset === 'number' && { offset }),
    ...(NAMES_ASSET.has(code) && typeof id === 'string' && { asset_id: id }),
    ...(code === 'folder_exists' && typeof id === 'string' && { folder_id: id }),
    ...(code.startsWith('url_') && { reason }),
    ...(code === 'url_failed' && typeof status === 'number' && { status }),
    ...(typeof filesLeft === 'number' && { files_left: filesLeft }),
    ...(typeof bytesLeft === 'number' && { bytes_left: bytesLeft }),
  }
  const detail = detailOf(code, context)
  return Object.keys(meta).length === 0 ? { code, detail } : { code, detail, meta }
}
