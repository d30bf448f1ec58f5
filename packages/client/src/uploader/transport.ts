import type { Asset } from '../generated/openapi.ts'
import type { Connection } from '../request/connection.ts'
import type { UploadFields, UploadOptions } from '../upload/upload-options.ts'
import type { SavedUpload } from './upload-memory.ts'

/** One file on its way, over all of its attempts. */
export interface TransportJob {
  readonly connection: Connection
  readonly file: Blob
  readonly name: string
  readonly fields: UploadFields
  readonly onDuplicate: UploadOptions['onDuplicate']
  readonly query: UploadOptions['query']
  /** The same for all attempts. */
  readonly idempotencyKey: string
  /** In place of the token of the connection. */
  readonly ticket: string | undefined
  /** Bytes of one request. A transport makes it smaller when a proxy refuses so many. */
  pieceBytes: number
  readonly signal: AbortSignal
  /** What an earlier attempt began, in this page or before a reload. */
  readonly saved: SavedUpload | null
  /** Remembers what was begun; `null`: nothing is left to go on with. */
  save(saved: SavedUpload | null): Promise<void>
  /** So many bytes were sent. */
  sent(bytes: number): void
  /** So many bytes are stored, whatever happens to the connection. Failed attempts before it no longer count. */
  kept(bytes: number): void
}

/**
 * A way for the bytes of a file to the service. The loop around it (`runUpload`) waits, tries again and gives up, so that
 * every way does so alike.
 */
export interface UploadTransport {
  /** Whether a file goes this way, where the service offers it. */
  takes(file: Blob): boolean
  /**
   * One attempt, from where the last one ended. Resolves to the stored asset, never before the service has answered with
   * it; `null`: the service does not offer this way. Rejects with `ApiClientError`, or the reason of the signal.
   */
  attempt(job: TransportJob): Promise<Asset | null>
  /** Deletes what the service has of an upload that was given up. */
  discard(job: Pick<TransportJob, 'connection' | 'saved' | 'ticket'>): Promise<void>
}
