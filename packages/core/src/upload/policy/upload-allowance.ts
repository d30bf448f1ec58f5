import { ticketExhausted } from '../../errors/metadata-errors.ts'
import { StowageError } from '../../errors/stowage-error.ts'
import type { StoreLimits } from '../../options/limits.ts'
import { fileTooLarge } from '../../staging/stage-upload.ts'
import { isUsedUp, type UploadTicket } from '../../tickets/upload-ticket.ts'

/** What one upload may contain by the limits of the store and by its ticket. */
export interface UploadAllowance {
  /** The most files. */
  readonly files: number
  /** The error for one file too many. */
  refuseFile(): StowageError
  /** The most bytes that the next file may have. */
  fileSize(): number
  /** A file of that many bytes was received. */
  receive(bytes: number): void
}

interface AllowanceRequest {
  readonly ticket: UploadTicket | undefined
  /** The upload may be a repetition, which succeeds although the ticket is used up: `insert` decides. */
  readonly isRepeatable: boolean
  /** Announced bytes of the files. */
  readonly reservedBytes: number
}

/**
 * The allowance of one upload. Refuses before the first byte what `insert` would refuse in the end: `ticket_exhausted`
 * when the ticket is used up, `file_too_large` when the announced files are too large for it.
 */
export function uploadAllowance(
  limits: Pick<StoreLimits, 'fileSize' | 'filesPerUpload'>,
  { ticket, isRepeatable, reservedBytes }: AllowanceRequest,
): UploadAllowance {
  const { fileSize, filesPerUpload } = limits
  if (ticket === undefined) {
    return {
      files: filesPerUpload,
      refuseFile: () => tooManyFiles(filesPerUpload),
      fileSize: () => fileSize,
      receive() {},
    }
  }
  const { filesLeft, bytesLeft } = ticket
  if (!isRepeatable && isUsedUp(ticket)) throw ticketExhausted(filesLeft, bytesLeft)
  let bytes = isRepeatable ? ticket.bytes : bytesLeft
  if (reservedBytes > bytes) throw fileTooLarge(bytes)
  const files = Math.min(filesPerUpload, isRepeatable ? ticket.files : filesLeft)
  return {
    files,
    refuseFile: () =>
      files < filesPerUpload ? ticketExhausted(filesLeft, bytesLeft) : tooManyFiles(files),
    fileSize: () => Math.min(fileSize, bytes),
    receive(received) {
      bytes -= received
    },
  }
}

function tooManyFiles(limit: number): StowageError {
  return new StowageError('too_many_files', `An upload may hold at most ${limit} files.`, {
    context: { limit },
  })
}
