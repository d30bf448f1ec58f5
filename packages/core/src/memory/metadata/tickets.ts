import type { Timestamp } from '../../assets/asset.ts'
import { isInScope } from '../../assets/asset-scope.ts'
import { alreadyExists, ticketNotFound, ticketRevoked } from '../../errors/metadata-errors.ts'
import type { TicketRecords } from '../../tickets/ticket-records.ts'
import type { UploadTicketRecord } from '../../tickets/upload-ticket.ts'
import { addMillis, formatTimestamp } from '../../time/timestamp.ts'
import type { MemoryApiKeys } from './api-keys.ts'
import type { MemoryContext } from './context.ts'
import type { FolderTree } from './folder-tree.ts'
import { type MemoryTable, tableOf } from './transfer-tables.ts'

/** The upload tickets of a memory store. */
export interface MemoryTickets extends TicketRecords {
  /** The ticket of the tenant; `ticket_revoked` when it is unknown or revoked. */
  valid(tenant: string, id: string): UploadTicketRecord
  set(ticket: UploadTicketRecord): void
  /** Gives back what an upload took. Does nothing when the ticket is unknown. */
  giveBack(id: string, taken: { readonly files: number; readonly bytes: number }): void
  /** Forgets tickets that expired before that time, at most `limit`. Returns how many. */
  prune(before: Timestamp, limit: number): number
  /** What a transfer moves. */
  readonly table: MemoryTable<'ticket'>
}

export function createMemoryTickets(
  { clock, assertOpen, assertWritable }: MemoryContext,
  {
    keys,
    folders,
  }: { readonly keys: Pick<MemoryApiKeys, 'isValid'>; readonly folders: FolderTree },
): MemoryTickets {
  const tickets = new Map<string, UploadTicketRecord>()

  return {
    async create({ lifetime, scope, record: _, ...ticket }) {
      assertWritable()
      if (ticket.folderId !== null) folders.find(ticket.tenant, ticket.folderId, scope)
      if (tickets.has(ticket.id)) throw alreadyExists('id')
      const now = clock()
      const record: UploadTicketRecord = {
        ...ticket,
        createdAt: formatTimestamp(now),
        expiresAt: formatTimestamp(addMillis(now, lifetime)),
        revokedAt: null,
        filesLeft: ticket.files,
        bytesLeft: ticket.bytes,
      }
      tickets.set(ticket.id, record)
      return record
    },

    async get(id) {
      assertOpen()
      const ticket = tickets.get(id)
      if (ticket === undefined) return null
      const now = formatTimestamp(clock())
      const isMakerValid = ticket.keyId === null || keys.isValid(ticket.keyId, now)
      return { ticket, now, isMakerValid }
    },

    async revoke({ tenant, id, scope }) {
      assertWritable()
      const ticket = tickets.get(id)
      if (ticket?.tenant !== tenant || !isInScope(ticket, scope)) throw ticketNotFound()
      const revoked = { ...ticket, revokedAt: ticket.revokedAt ?? formatTimestamp(clock()) }
      tickets.set(id, revoked)
      return revoked
    },

    valid(tenant, id) {
      const ticket = tickets.get(id)
      if (ticket?.tenant !== tenant || ticket.revokedAt !== null) throw ticketRevoked()
      return ticket
    },

    set: (ticket) => void tickets.set(ticket.id, ticket),

    giveBack(id, { files, bytes }) {
      const ticket = tickets.get(id)
      if (ticket === undefined) return
      const { filesLeft, bytesLeft } = ticket
      tickets.set(id, { ...ticket, filesLeft: filesLeft + files, bytesLeft: bytesLeft + bytes })
    },

    prune(before, limit) {
      const old = [...tickets.values()].filter(({ expiresAt }) => expiresAt < before)
      for (const { id } of old.slice(0, limit)) tickets.delete(id)
      return Math.min(old.length, limit)
    },

    table: tableOf(tickets),
  }
}
