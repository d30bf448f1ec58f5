import type { StoreLimits } from '../../asset-store/limits.ts'
import { ticketExhausted } from '../../errors/metadata-errors.ts'
import { StowageError } from '../../errors/stowage-error.ts'
import { isUsedUp, type UploadTicket } from '../../model/keys/upload-ticket.ts'
import { fileTooLarge } from '../../staging/stage-upload.ts'

/** What one upload may hold: by the limits of the store, and by its ticket. */
export interface UploadAllowance {
  /** The most files. */
  readonly files: number
  /** Why one file more is refused. */
  refuseFile(): StowageError
  /** The most bytes that the next file may have. */
  fileSize(): number
  /** A file of so many bytes was received. */
  receive(bytes: number): void
}

interface AllowanceRequest {
  readonly ticket: UploadTicket | undefined
  /** May be a repetition, which is answered although the ticket is used up: `insert` decides. */
  readonly isRepeatable: boolean
  /** Bytes that the files have, as far as that is announced. */
  readonly reservedBytes: number
}

/**
 * The allowance of one upload. It refuses before a byte is received what `insert` would refuse in the end:
 * `ticket_exhausted` when the ticket is used up, `file_too_large` when the files are announced to be too large for it.
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
