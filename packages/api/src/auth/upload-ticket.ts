import type { AssetStore, Permission, UploadTicket } from '@stowage/core'
import { type ApiError, apiError } from '../errors/api-error.ts'
import type { ApiRequest } from '../message/request.ts'

/** What the request of a ticket may do, on the routes that are open to tickets. */
export const TICKET_RIGHTS: { readonly permissions: readonly Permission[] } = {
  permissions: ['write'],
}

const TICKET = /^bearer +(?=stt_)/i

/**
 * The token of an upload ticket that a request has in place of a key; `null` when it has none. Known by how it begins,
 * so that a ticket which is not valid is not passed on to the `authenticate` of the app.
 */
export function ticketTokenOf({ headers }: ApiRequest): string | null {
  const { authorization = '' } = headers
  return TICKET.test(authorization) ? authorization.replace(TICKET, '') : null
}

/** The ticket of this token. Throws 401 `unauthenticated` when it is not valid, 403 on routes that no ticket opens. */
export async function verifyTicket(
  { tickets }: AssetStore,
  token: string,
  { byTicket }: { readonly byTicket?: true },
): Promise<UploadTicket> {
  const ticket = await tickets.verify(token)
  if (ticket === null) throw ticketInvalid()
  if (byTicket === true) return ticket
  throw apiError(
    'forbidden',
    'An upload ticket is good for `POST /assets` and `POST /assets/bulk-upload` alone. Use a key here.',
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
