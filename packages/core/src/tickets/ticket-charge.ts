import { ticketExhausted } from '../errors/metadata-errors.ts'
import type { UploadTicket } from './upload-ticket.ts'

/** What is left of the ticket after these files; `ticket_exhausted` when it does not allow them. */
export function chargeTicket(
  { filesLeft, bytesLeft }: Pick<UploadTicket, 'filesLeft' | 'bytesLeft'>,
  files: readonly { readonly size: number }[],
): Pick<UploadTicket, 'filesLeft' | 'bytesLeft'> {
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  if (files.length > filesLeft || bytes > bytesLeft) throw ticketExhausted(filesLeft, bytesLeft)
  return { filesLeft: filesLeft - files.length, bytesLeft: bytesLeft - bytes }
}
