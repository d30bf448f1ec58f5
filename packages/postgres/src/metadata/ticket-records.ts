import type { TicketRecords } from '@stowage/core/ports'
import { noted } from '../audit/audit-writes.ts'
import type { Calls } from '../connection/calls.ts'
import { createTicket, getTicket, revokeTicket } from '../keys/ticket-records.ts'

/** `MetadataStore.tickets` */
export function createTicketRecords({ read, write }: Calls): TicketRecords {
  return {
    create: (ticket) => write(noted('createTicket', ticket, (sql) => createTicket(sql, ticket))),
    get: (id) => read((sql) => getTicket(sql, id)),
    revoke: (request) => write(noted('revokeTicket', request, (sql) => revokeTicket(sql, request))),
  }
}
