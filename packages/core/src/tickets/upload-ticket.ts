import { mustBe } from '../arguments/must-be.ts'
import type { Timestamp } from '../assets/asset.ts'
import type { OwnData } from '../own-data/own-data.ts'

/** A right to upload a few files, without its secret. */
export interface UploadTicket {
  /** The public part of the token: 12 base62 characters. */
  readonly id: string
  /** The only tenant that the ticket reaches. */
  readonly tenant: string
  /** What its uploads get as `createdBy`. */
  readonly createdBy: string | null
  /** The API key that made the ticket: once it is invalid, so is the ticket. `null`: no API key made it. */
  readonly keyId: string | null
  readonly createdAt: Timestamp
  readonly expiresAt: Timestamp
  /** When the ticket was revoked; `null` if it was not. */
  readonly revokedAt: Timestamp | null
  /** Files that it allows in all. */
  readonly files: number
  /** Bytes that these files may have in all. Variants do not count. */
  readonly bytes: number
  /** Files that it still allows. */
  readonly filesLeft: number
  /** Bytes that it still allows. */
  readonly bytesLeft: number
  /** The folder for its uploads; `null`: none. */
  readonly folderId: string | null
  /** Tags that each of its uploads gets, in addition to those of the uploader. */
  readonly tags: OwnData['tags']
  /** Metadata that each of its uploads gets; it wins over that of the uploader. */
  readonly metadata: OwnData['metadata']
  /** Hours for which its uploads are pending; `null`: they stay. See `UploadManyOptions.pending`. */
  readonly pendingHours: number | null
  /** Media types that it allows (`image/png`, `image/*`); `null`: all that the store allows. */
  readonly allow: readonly string[] | null
}

/** What the metadata port stores of a ticket. */
export interface UploadTicketRecord extends UploadTicket {
  /** SHA-256 of the secret, lower-case hex. The secret itself is stored nowhere. */
  readonly secretHash: string
}

/** Whether the ticket allows no more files. */
export function isUsedUp(ticket: UploadTicket): boolean {
  if (typeof ticket !== 'object' || ticket === null) {
    throw mustBe('ticket', 'a ticket as the store gave it', ticket)
  }
  const { filesLeft, bytesLeft } = ticket
  return filesLeft === 0 || bytesLeft === 0
}
