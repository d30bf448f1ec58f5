import { requireText } from '../arguments/require-text.ts'
import type { ViewedStore } from '../assets/store-view.ts'
import { hashSecret, isSecretOf, newToken, parseToken } from '../keys/token.ts'
import { withoutSecret } from '../keys/without-secret.ts'
import { requireOptions } from '../options/call-options.ts'
import { CALLS } from '../store/known-options.ts'
import type { StoreCore } from '../store/opening/store-core.ts'
import { requireTicketOptions } from './ticket-options.ts'
import type { FoundTicket } from './ticket-records.ts'
import type { Tickets } from './tickets.ts'

/** `AssetStore.tickets` of one tenant, or of a scope of it. */
export function tenantTickets(
  { calls, metadata, limits, uploads }: StoreCore,
  { tenant, scope }: ViewedStore,
): Tickets {
  return {
    async create(options = {}) {
      calls.assertOpen()
      const { principal, expiresIn, ...asked } = requireTicketOptions(options, {
        tenant,
        scope,
        fileSize: limits.fileSize,
        pendingHours: uploads.pendingHours,
        metadataSchema: uploads.metadataSchema,
      })
      const { id, secret, token } = newToken('stt')
      const record = await metadata.tickets.create({
        ...asked,
        id,
        tenant,
        keyId: principal?.kind === 'key' ? principal.id : null,
        secretHash: hashSecret(secret),
        lifetime: expiresIn * 1000,
        scope,
      })
      return { ticket: withoutSecret(record), token }
    },
    async verify(token, options = {}) {
      calls.assertOpen()
      const { expired = false } = requireOptions(CALLS.verifyTicket, options)
      const parts = typeof token === 'string' ? parseToken('stt', token) : null
      if (parts === null) return null
      const found = await metadata.tickets.get(parts.id)
      const matches = isSecretOf(parts.secret, found?.ticket.secretHash)
      return found !== null && matches && isValid(found, expired)
        ? withoutSecret(found.ticket)
        : null
    },
    async revoke(id) {
      calls.assertOpen()
      const request = { tenant, scope, id: requireText('id', id) }
      return withoutSecret(await metadata.tickets.revoke(request))
    },
  }
}

/** Compares with the time of the database. Timestamps sort as text. */
function isValid({ ticket, now, isMakerValid }: FoundTicket, expired: boolean): boolean {
  return isMakerValid && ticket.revokedAt === null && (expired || ticket.expiresAt > now)
}
