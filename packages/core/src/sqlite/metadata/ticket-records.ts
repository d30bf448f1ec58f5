import type { TicketRecords } from '../../tickets/ticket-records.ts'
import { type Clock, formatTimestamp, parseTimestamp } from '../../time/timestamp.ts'
import type { Reader } from '../connection/reader.ts'
import { isKeyValid } from '../keys/key-reads.ts'
import { getTicket } from '../keys/ticket-reads.ts'
import { forwardedWrites } from '../writer/forwarded-writes.ts'
import type { Writer } from '../writer/writer.ts'

/** `MetadataStore.tickets` */
export function createTicketRecords(
  reader: Reader,
  writer: Pick<Writer, 'write'>,
  clock: Clock,
): TicketRecords {
  return {
    ...forwardedWrites('tickets', writer),
    get: (id) =>
      reader.readOne((sql) => {
        const ticket = getTicket(sql, id)
        if (ticket === null) return null
        const now = formatTimestamp(clock())
        const { keyId } = ticket
        const isMakerValid = keyId === null || isKeyValid(sql, keyId, parseTimestamp(now))
        return { ticket, now, isMakerValid }
      }),
  }
}
