import type { AssetStore, Permission, UploadTicket } from '@stowage/core'
import { type ApiError, apiError } from '../errors/api-error.ts'
import type { ApiRequest } from '../message/request.ts'

/** What a request with a ticket may do on the routes that accept tickets. */
export const TICKET_RIGHTS: { readonly permissions: readonly Permission[] } = {
  permissions: ['write'],
}

const TICKET = /^bearer +(?=stt_)/i

/**
 * The token of the upload ticket that a request sends in place of a key; `null` when it sends none. Recognised by its
 * prefix, so that an invalid ticket never reaches the app's `authenticate`.
 */
export function ticketTokenOf({ headers }: ApiRequest): string | null {
  const { authorization = '' } = headers
  return TICKET.test(authorization) ? authorization.replace(TICKET, '') : null
}

/**
 * The ticket of this token. Throws 401 `unauthenticated` when it is not valid, 403 on routes that accept no tickets.
 */
export async function verifyTicket(
  { tickets }: AssetStore,
  token: string,
  { byTicket }: { readonly byTicket?: true | 'late' },
): Promise<UploadTicket> {
  const ticket = await tickets.verify(token, { expired: byTicket === 'late' })
  if (ticket === null) throw ticketInvalid()
  if (byTicket !== undefined) return ticket
  throw apiError(
    'forbidden',
    'An upload ticket is good for `POST /assets`, `POST /assets/bulk-upload` and its own resumable uploads alone. Use a key here.',
  )
}

/** 401, whatever is wrong with the ticket. */
export function ticketInvalid(): ApiError {
  return apiError(
    'unauthenticated',
    'This upload ticket is not valid: it has expired or was revoked. Get a new one.',
    { source: { header: 'Authorization' } },
  )
}
