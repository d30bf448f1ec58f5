import type { TicketRecords } from '@stowage/core/internal'
import type { Calls } from '../connection/calls.ts'
import { getTicket } from '../keys/ticket-records.ts'
import { performedWrites } from './performed-writes.ts'

/** `MetadataStore.tickets` */
export function createTicketRecords({ read, write }: Calls): TicketRecords {
  return {
    ...performedWrites('tickets', { write }),
    get: (id) => read((sql) => getTicket(sql, id)),
  }
}
