import { isUsedUp, type UploadTicket } from '@stowage/core'
import { assertContentLength } from '../body/read-body.ts'
import { type ApiError, apiError } from '../errors/api-error.ts'
import { detailOf } from '../errors/detail.ts'
import type { RequestContext } from './request-context.ts'

/** What a request may hold besides its files: framing and text fields. 1 MiB. */
export const BESIDE_FILES: number = 1024 ** 2

/** What is known of an upload before its body. */
interface Announced {
  /** The field of its files. */
  readonly field: string
  /** Whether it is one file, which then may have `fileSize` bytes at most. */
  readonly isOneFile: boolean
  /** Whether it has an `Idempotency-Key`. Then it may repeat an upload that the ticket has already paid for. */
  readonly mayBeRepeated: boolean
}

/**
 * Refuses an upload before its body is read: 413 when its `Content-Length` exceeds what one request, the store or the
 * ticket allows, 403 `ticket_exhausted` when the ticket is used up.
 */
export function assertUploadFits(
  { request, limits, store, ticket }: RequestContext,
  { field, isOneFile, mayBeRepeated }: Announced,
): void {
  const length = request.headers['content-length']
  assertContentLength(length, limits.requestSize)
  if (ticket !== null && !mayBeRepeated && isUsedUp(ticket)) throw ticketExhausted(ticket)
  const forOne = isOneFile ? store.limits.fileSize : Number.POSITIVE_INFINITY
  const forAll = ticket === null ? Number.POSITIVE_INFINITY : bytesOf(ticket, mayBeRepeated)
  const limit = Math.min(forOne, forAll)
  if (Number(length ?? 0) > limit + BESIDE_FILES) throw fileTooLarge(limit, { field, isOneFile })
}

function bytesOf({ bytes, bytesLeft }: UploadTicket, mayBeRepeated: boolean): number {
  return mayBeRepeated ? bytes : bytesLeft
}

function ticketExhausted({ filesLeft, bytesLeft }: UploadTicket): ApiError {
  return apiError('ticket_exhausted', detailOf('ticket_exhausted', { filesLeft, bytesLeft }), {
    meta: { files_left: filesLeft, bytes_left: bytesLeft },
  })
}

function fileTooLarge(
  limit: number,
  { field, isOneFile }: Pick<Announced, 'field' | 'isOneFile'>,
): ApiError {
  return apiError('file_too_large', detailOf('file_too_large', { limit }), {
    source: { parameter: field },
    meta: isOneFile ? { limit, index: 0 } : { limit },
  })
}
