import { type ErrorCode, StowageError } from '@stowage/core'
import { describe, expect, it } from 'vitest'
import { apiError } from './api-error.ts'
import type { ApiErrorCode } from './api-error-codes.ts'
import { CODE_OF, toApiError } from './to-api-error.ts'

const SECRET = '/srv/media/blobs: SELECT * FROM keys'

/** Status and code of every answer, by what the store says. Written out: clients rely on each. */
const ANSWERS: Readonly<Record<ErrorCode, readonly [number, ApiErrorCode]>> = {
  url_refused: [422, 'url_refused'],
  url_failed: [422, 'url_failed'],
  asset_not_found: [404, 'asset_not_found'],
  file_not_found: [404, 'file_not_found'],
  cursor_expired: [410, 'cursor_expired'],
  key_not_found: [404, 'key_not_found'],
  job_not_found: [404, 'job_not_found'],
  job_refused: [500, 'internal_error'],
  job_failed: [500, 'internal_error'],
  problem_found: [500, 'internal_error'],
  webhook_not_found: [404, 'webhook_not_found'],
  too_many_webhooks: [422, 'too_many_webhooks'],
  delivery_not_found: [404, 'delivery_not_found'],
  too_many_keys: [422, 'too_many_keys'],
  exceeds_maker: [403, 'forbidden'],
  not_trashed: [409, 'not_trashed'],
  file_too_large: [413, 'file_too_large'],
  too_many_files: [422, 'too_many_files'],
  too_many_ids: [422, 'too_many_ids'],
  file_missing: [422, 'file_missing'],
  type_not_allowed: [422, 'type_not_allowed'],
  digest_mismatch: [422, 'digest_mismatch'],
  location_not_removable: [422, 'location_not_removable'],
  file_rejected: [422, 'file_rejected'],
  duplicate: [409, 'duplicate'],
  external_id_taken: [409, 'external_id_taken'],
  upload_refused: [422, 'file_rejected'],
  key_revoked: [401, 'unauthenticated'],
  ticket_not_found: [500, 'internal_error'],
  ticket_revoked: [401, 'unauthenticated'],
  folder_not_found: [404, 'folder_not_found'],
  folder_exists: [409, 'folder_exists'],
  folder_cycle: [409, 'folder_cycle'],
  folder_too_deep: [422, 'folder_too_deep'],
  folder_not_empty: [409, 'folder_not_empty'],
  changed_meanwhile: [412, 'precondition_failed'],
  version_not_found: [500, 'internal_error'],
  scan_pending: [409, 'scan_pending'],
  too_many_tags: [422, 'too_many_tags'],
  too_many_attachments: [500, 'internal_error'],
  count_changed: [409, 'count_changed'],
  too_many_matches: [422, 'too_many_matches'],
  ticket_exhausted: [403, 'ticket_exhausted'],
  upload_not_found: [404, 'upload_not_found'],
  upload_expired: [410, 'upload_expired'],
  upload_locked: [423, 'upload_locked'],
  upload_finished: [409, 'upload_finished'],
  offset_mismatch: [409, 'offset_mismatch'],
  length_mismatch: [400, 'length_mismatch'],
  checksum_mismatch: [460, 'checksum_mismatch'],
  too_many_uploads: [429, 'too_many_uploads'],
  idempotency_conflict: [422, 'idempotency_conflict'],
  repair_refused: [500, 'internal_error'],
  invalid_argument: [500, 'internal_error'],
  source_failed: [500, 'internal_error'],
  source_ended_early: [400, 'malformed_request'],
  quota_exceeded: [507, 'insufficient_storage'],
  insufficient_storage: [507, 'insufficient_storage'],
  unavailable: [503, 'unavailable'],
  outcome_unknown: [503, 'unavailable'],
  reservation_lost: [503, 'unavailable'],
  blob_exists: [500, 'internal_error'],
  blob_not_found: [404, 'file_not_found'],
  blob_damaged: [500, 'internal_error'],
  range_not_satisfiable: [416, 'range_not_satisfiable'],
  signature_invalid: [403, 'signature_invalid'],
  signature_expired: [403, 'signature_expired'],
  closed: [503, 'unavailable'],
  variants_unavailable: [500, 'internal_error'],
  analysis_unavailable: [500, 'internal_error'],
  database_too_new: [500, 'internal_error'],
  sqlite_unavailable: [500, 'internal_error'],
}

describe('toApiError', () => {
  it.each(Object.keys(CODE_OF) as ErrorCode[])(
    'answers %s without the text of the error',
    (code) => {
      const cause = new StowageError(code, SECRET, { cause: new Error(SECRET) })
      const { status, problems, headers, cause: kept } = toApiError(cause)
      expect([status, problems.map((each) => each.code)]).toEqual([
        ANSWERS[code][0],
        [ANSWERS[code][1]],
      ])
      expect(headers).toEqual(status === 503 ? { 'retry-after': '5' } : {})
      expect(kept).toBe(cause)
      expect(JSON.stringify(problems)).not.toContain('SELECT')
    },
  )

  it('answers 500 for an unknown error', () => {
    for (const error of [new Error(SECRET), SECRET, null, { code: 'asset_not_found' }]) {
      const { status, problems } = toApiError(error)
      expect(status).toBe(500)
      expect(problems).toMatchObject([{ code: 'internal_error' }])
      expect(JSON.stringify(problems)).not.toContain('SELECT')
    }
  })

  it('answers 500 for an error of a newer store, or one that lacks what ours has', () => {
    const foreign = (members: object) =>
      Object.assign(new Error(SECRET), { name: 'StowageError', ...members })
    for (const error of [
      foreign({ code: 'asset_haunted', context: {}, errors: [] }),
      foreign({ code: 'asset_haunted' }),
      foreign({}),
      foreign({ code: 'upload_refused', errors: [foreign({ code: 'file_haunted' })] }),
    ]) {
      expect(toApiError(error).problems).toMatchObject([{ code: 'internal_error' }])
    }
    expect(toApiError(foreign({ code: 'not_trashed' })).status).toBe(409)
  })

  it('answers 507 without Retry-After for a read-only file system', () => {
    const context = { system: 'EROFS' }
    const { status, problems, headers } = toApiError(
      new StowageError('insufficient_storage', SECRET, { context }),
    )
    expect([status, headers]).toEqual([507, {}])
    expect(problems[0].detail).toMatch(/is read-only.*Ask its operator/)
  })

  it('asks to come back when it is unavailable', () => {
    expect(toApiError(new StowageError('closed', '')).headers).toEqual({ 'retry-after': '5' })
  })

  it('reveals limit and position, and no other fact', () => {
    const context = { limit: 5, index: 2, path: SECRET }
    const { problems } = toApiError(new StowageError('file_too_large', SECRET, { context }))
    expect(problems).toMatchObject([{ meta: { limit: 5, index: 2 } }])
    expect(problems[0].meta).toEqual({ limit: 5, index: 2 })
    expect(toApiError(new StowageError('file_too_large', '')).problems[0]).not.toHaveProperty(
      'meta',
    )
  })

  it('leaves an ApiError unchanged', () => {
    const already = apiError('forbidden', 'No.')
    expect(toApiError(already)).toBe(already)
  })

  it('gives one problem for each refused file', () => {
    const errors = [
      new StowageError('digest_mismatch', '', { context: { index: 1 } }),
      new StowageError('type_not_allowed', '', { context: { index: 4, mimeType: 'text/html' } }),
    ]
    expect(toApiError(new StowageError('upload_refused', '', { errors })).problems).toMatchObject([
      { code: 'digest_mismatch', meta: { index: 1 } },
      {
        code: 'type_not_allowed',
        meta: { index: 4 },
        detail: expect.stringContaining('text/html'),
      },
    ])
  })
})
