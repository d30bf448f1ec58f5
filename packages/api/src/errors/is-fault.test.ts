import { type ErrorCode, StowageError } from '@stowage/core'
import { describe, expect, it } from 'vitest'
import { apiError } from './api-error.ts'
import { API_ERRORS, type ApiErrorCode } from './api-error-codes.ts'
import { isFault } from './is-fault.ts'
import { CODE_OF, toApiError } from './to-api-error.ts'

/** Errors of the store that its operator hears of. All others are refusals, however many clients cause them. */
const FAULTS: readonly ErrorCode[] = [
  'analysis_unavailable',
  'blob_damaged',
  'blob_exists',
  'closed',
  'database_too_new',
  'insufficient_storage',
  'invalid_argument',
  'job_failed',
  'job_refused',
  'outcome_unknown',
  'problem_found',
  'repair_refused',
  'reservation_lost',
  'source_failed',
  'sqlite_unavailable',
  'ticket_not_found',
  'too_many_attachments',
  'unavailable',
  'variants_unavailable',
  'version_not_found',
]

/** The same of what the API finds itself. */
const API_FAULTS: readonly ApiErrorCode[] = [
  'internal_error',
  'insufficient_storage',
  'unavailable',
]

describe('isFault', () => {
  it('knows of every error of the store whether it is logged', () => {
    const codes = Object.keys(CODE_OF) as ErrorCode[]
    const logged = codes.filter((code) => isFault(toApiError(new StowageError(code, ''))))
    expect(logged.sort()).toEqual(FAULTS)
  })

  it('knows the same of every error of the API', () => {
    const codes = Object.keys(API_ERRORS) as ApiErrorCode[]
    const logged = codes.filter((code) => isFault(apiError(code, '')))
    expect(logged.sort()).toEqual([...API_FAULTS].sort())
  })

  it('looks at the errors within an error, and logs what it does not know', () => {
    const within = (...codes: ErrorCode[]) =>
      toApiError(
        new StowageError('upload_refused', '', {
          errors: codes.map((code) => new StowageError(code, '')),
        }),
      )
    expect(isFault(within('quota_exceeded', 'quota_exceeded'))).toBe(false)
    expect(isFault(within('insufficient_storage', 'quota_exceeded'))).toBe(true)
    expect(isFault(within('type_not_allowed'))).toBe(false)
    expect(isFault(toApiError(new Error('no')))).toBe(true)
  })
})
