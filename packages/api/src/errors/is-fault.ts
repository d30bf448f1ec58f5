import { isStowageError } from '@stowage/core'
import type { ApiError } from './api-error.ts'
import type { ApiErrorCode } from './api-error-codes.ts'

/** Codes that are no faults whatever their status. */
const NO_FAULTS: readonly ApiErrorCode[] = ['coding_not_implemented', 'upload_locked']

/**
 * Whether an answer reports a fault of the service, which its operator should know about. Answers below 500 do not. Nor
 * does a used-up quota, which is the tenant's affair, an unknown transfer coding, which is the client's, or an upload that
 * another request works on.
 */
export function isFault({ status, problems, cause }: ApiError): boolean {
  return status >= 500 && !NO_FAULTS.includes(problems[0].code) && !isQuota(cause)
}

function isQuota(cause: unknown): boolean {
  if (!isStowageError(cause)) return false
  const [first = cause, ...others] = cause.errors ?? []
  return [first, ...others].every(({ code }) => code === 'quota_exceeded')
}
