import { ticketExhausted } from '../errors/metadata-errors.ts'
import type { UploadTicket } from './upload-ticket.ts'

/** What is left of a ticket. */
type TicketRest = Pick<UploadTicket, 'filesLeft' | 'bytesLeft'>

/** What is left of the ticket after these files; `ticket_exhausted` when it does not allow them. */
export function chargeTicket(
  { filesLeft, bytesLeft }: TicketRest,
  files: readonly { readonly size: number }[],
): TicketRest {
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  if (files.length > filesLeft || bytes > bytesLeft) throw ticketExhausted(filesLeft, bytesLeft)
  return { filesLeft: filesLeft - files.length, bytesLeft: bytesLeft - bytes }
}
