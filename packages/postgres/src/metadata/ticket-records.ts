import type { TicketRecords } from '@stowage/core/ports'
import type { Calls } from '../connection/calls.ts'
import { createTicket, getTicket, revokeTicket } from '../keys/ticket-records.ts'

/** `MetadataStore.tickets` */
export function createTicketRecords({ read, write }: Calls): TicketRecords {
  return {
    create: (ticket) => write((sql) => createTicket(sql, ticket)),
    get: (id) => read((sql) => getTicket(sql, id)),
    revoke: (request) => write((sql) => revokeTicket(sql, request)),
  }
}
