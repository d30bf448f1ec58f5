import { isStowageError } from '@stowage/core'
import type { ApiError } from './api-error.ts'

/**
 * Whether an answer reports a fault of the service, which its operator should know about. Answers below 500 do not. Nor
 * does a used-up quota, which is the tenant's affair, or an unknown transfer coding, which is the client's.
 */
export function isFault({ status, problems, cause }: ApiError): boolean {
  return status >= 500 && problems[0].code !== 'coding_not_implemented' && !isQuota(cause)
}

function isQuota(cause: unknown): boolean {
  if (!isStowageError(cause)) return false
  const [first = cause, ...others] = cause.errors ?? []
  return [first, ...others].every(({ code }) => code === 'quota_exceeded')
}
