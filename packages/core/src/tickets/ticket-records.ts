import type { Timestamp } from '../assets/asset.ts'
import type { AssetScope } from '../assets/asset-scope.ts'
import type { Recorded } from '../events/recorded.ts'
import type { UploadTicketRecord } from './upload-ticket.ts'

/** A ticket to store: the port adds its times, and what is left of it. */
export interface NewUploadTicket
  extends Recorded,
    Omit<UploadTicketRecord, 'createdAt' | 'expiresAt' | 'revokedAt' | 'filesLeft' | 'bytesLeft'> {
  /** Milliseconds for which it is good, from now on. */
  readonly lifetime: number
  /** A `folderId` out of it counts as unknown. Default: all of the tenant. */
  readonly scope?: AssetScope | null
}

/** A ticket, and what decides whether it is good, as of the database's time when it was read. */
export interface FoundTicket {
  readonly ticket: UploadTicketRecord
  readonly now: Timestamp
  /** Whether the API key that made it is known, not revoked and not expired. `true` when no API key made it. */
  readonly isMakerValid: boolean
}

/**
 * The upload tickets: role `tickets` of a `MetadataStore`, whose rules hold for every method. `assets.insert` counts
 * what is left of them, and `sweeps.pruneExpired` forgets them.
 */
export interface TicketRecords {
  /**
   * Stores a new ticket, made now. Resolves to the record. `folder_not_found`; `invalid_argument` when its id is taken.
   */
  create(ticket: NewUploadTicket): Promise<UploadTicketRecord>
  /** `null` when unknown. Revoked, expired and used-up tickets are found. */
  get(id: string): Promise<FoundTicket | null>
  /**
   * Sets `revokedAt` to now; keeps it when already set. `ticket_not_found` when unknown, another tenant's, or when
   * its `createdBy` is out of `scope`.
   */
  revoke(
    request: Recorded & {
      readonly tenant: string
      readonly id: string
      /** Default: all of the tenant. */
      readonly scope?: AssetScope | null
    },
  ): Promise<UploadTicketRecord>
}
