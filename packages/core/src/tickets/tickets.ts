import type { Principal } from '../keys/api-key.ts'
import type { OwnData } from '../own-data/own-data.ts'
import type { PendingOption } from '../upload/pending-option.ts'
import type { UploadTicket } from './upload-ticket.ts'

/** What a new ticket allows, for how long, and in whose name. */
export interface CreateTicketOptions {
  /** Seconds for which uploads may begin: 1 … 86,400. Default 900. */
  readonly expiresIn?: number
  /** Files in all, over any number of uploads: 1 … 10,000. Default 1. */
  readonly files?: number
  /** Bytes of all these files together, from 1. Default: `files` times `limits.fileSize`. */
  readonly bytes?: number
  /**
   * At most 100 media types (`image/png`, `image/*`) that its uploads may have; the store's own `allow` applies too.
   * Default: all that the store allows.
   */
  readonly allow?: readonly string[]
  /**
   * What its uploads get as `createdBy`: 1 … 255 characters, or `null`. Default: the id of `principal`, else `null`.
   * In a scoped store it is that of the scope; `invalid_argument` for another.
   */
  readonly createdBy?: string | null
  /**
   * The folder for its uploads: `folder_not_found` unless it exists. Once it is deleted, uploads with the ticket are
   * `folder_not_found`. Default `null`: none.
   */
  readonly folderId?: string | null
  /**
   * Tags that its uploads get, in addition to those of the uploader. They count toward the 100 of an asset. Default:
   * none.
   */
  readonly tags?: OwnData['tags']
  /** Metadata that its uploads get. It wins over members of the same name from the uploader. Default: none. */
  readonly metadata?: OwnData['metadata']
  /** Whether its uploads are pending. Default: they stay. */
  readonly pending?: PendingOption
  /** Who makes the ticket. When it is an API key, the ticket is valid only as long as the key is. */
  readonly principal?: Principal
}

/** Options of `tickets.verify`. */
export interface VerifyTicketOptions {
  /**
   * Whether a ticket is found that has expired within the last day: for resumable uploads that were begun in time.
   * Default `false`.
   */
  readonly expired?: boolean
}

/** Tickets that let a browser upload a few files and do nothing else. */
export interface Tickets {
  /**
   * Makes a ticket. `token` (`stt_<id>_<secret>`) is what the uploader sends; it is shown here and never again.
   *
   * @example
   * ```ts
   * import { openAssetStore } from '@stowage/core'
   *
   * const store = await openAssetStore({ directory: './media' })
   * const { token } = await store.tickets.create({ files: 3, allow: ['image/*'], createdBy: 'user-7' })
   * const ticket = await store.tickets.verify(token)
   * if (ticket !== null) await store.upload(Buffer.from('GIF89a'), { name: 'a.gif', ticket }).catch(console.error)
   * ```
   */
  create(options?: CreateTicketOptions): Promise<{
    readonly ticket: UploadTicket
    readonly token: string
  }>
  /**
   * Resolves to the ticket of a token, of any tenant; `null` when the token is malformed (or not a string), unknown,
   * revoked or expired, or when the API key that made it is no longer valid. The result does not reveal which. A
   * used-up ticket is found: `filesLeft` and `bytesLeft` say so. The database's clock decides. An upload that begins in
   * time may end after `expiresAt`.
   */
  verify(token: string, options?: VerifyTicketOptions): Promise<UploadTicket | null>
  /**
   * Revokes a ticket: from the next insert on, it is invalid in every process, and an upload under way is refused as
   * `ticket_revoked`. Idempotent. `ticket_not_found`, also for a ticket that expired more than a day ago, and in a
   * scoped store for one whose `createdBy` is not that of the scope.
   */
  revoke(id: string): Promise<UploadTicket>
}
