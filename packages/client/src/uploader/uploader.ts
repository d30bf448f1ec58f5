import type { Client } from '../client/client.ts'
import type { Asset, UploadAssetQuery } from '../generated/openapi.ts'
import type { ClientOptions } from '../request/client-options.ts'
import type { NamedFile } from '../upload/form-body.ts'
import type { UploadFields, UploadOptions } from '../upload/upload-options.ts'
import type { UploadMemory } from './upload-memory.ts'

/**
 * `waiting`: others are sent first. `sending`: bytes are sent. `finishing`: all were sent, and the service makes the
 * asset. `done`: the asset is stored. `failed`: no further attempt would help; `retry` tries again.
 */
export type UploadStatus =
  | 'waiting'
  | 'sending'
  | 'finishing'
  | 'paused'
  | 'done'
  | 'failed'
  | 'cancelled'

/** One file and how far it is. Never changes: each change makes another one. */
export interface UploadItem {
  /** Of this uploader alone. */
  readonly id: string
  readonly file: Blob
  readonly name: string
  /** Bytes of the file. */
  readonly size: number
  /** Bytes that were sent. After a lost connection it goes back to what the service has. */
  readonly sent: number
  readonly status: UploadStatus
  /** It waits to try again: the last attempt failed, or there is no network. */
  readonly isStalled: boolean
  /** The stored asset; `null` until `status` is `done`. */
  readonly asset: Asset | null
  /** Why it failed, or why it is stalled: an `ApiClientError`, or what a file that cannot be read rejects with. */
  readonly error: Error | null
}

/** All files of an uploader. The same object until something changes. */
export interface UploaderSnapshot {
  /** In the order in which they were added. */
  readonly items: readonly UploadItem[]
  /** Bytes of the files that have neither failed nor been cancelled. */
  readonly size: number
  /** Bytes of them that were sent. */
  readonly sent: number
  /** Whether any is waiting, sending or finishing. */
  readonly isRunning: boolean
}

/** A file as `add` takes it. In Node, `openAsBlob` of `node:fs` gives one that is on disk. */
export type ChosenFile = Blob | NamedFile

/** The folder of a file and data about it, or a function that finds them when the file is about to be sent. */
export type FieldsOfFile =
  | UploadFields
  | ((signal: AbortSignal) => UploadFields | Promise<UploadFields>)

/** The service, by a client of it, or by its address. */
export type UploaderService =
  | {
      /** Of `createClient`; a function is asked for each upload. */
      readonly client: Client | (() => Client)
    }
  | Pick<ClientOptions, 'baseUrl' | 'token' | 'headers' | 'credentials' | 'fetch'>

/** What `createUploader` takes besides the service. */
export type UploaderOptions = UploaderService & {
  /**
   * Token of an upload ticket (`stt_…`), sent in place of the client's own token, or a function that gets one for each
   * file: then a ticket for one file is enough.
   */
  readonly ticket?: string | ((file: Blob) => string | Promise<string>) | undefined
  /** How many files are sent at once, 1 to 16. Default 3. */
  readonly concurrency?: number | undefined
  /**
   * Whether an upload can go on where it was cut. `auto`: files of at least 8 MiB, where the service offers it. `true`:
   * all files, where the service offers it. Default `auto`.
   */
  readonly resumable?: 'auto' | boolean | undefined
  /**
   * Bytes of one request of a resumable upload, from 256 KiB. Default 32 MiB, and never more than the service takes. A
   * proxy that collects whole requests loses at most one of them when the connection breaks.
   */
  readonly pieceBytes?: number | undefined
  /**
   * Attempts in a row that may fail without a byte more being stored, before an upload fails. Default 8. Waiting for
   * the network does not count. Where the service says how long to wait, the sum may be an hour.
   */
  readonly retries?: number | undefined
  /**
   * Where unfinished uploads are remembered, so that the same file goes on after a reload. Default: `localStorage` in
   * pages, elsewhere `null`. It holds the id of the upload, and its ticket if it has one: whoever reads them can go on
   * with this upload, and nothing else.
   */
  readonly memory?: UploadMemory | null | undefined
  /** As for `client.upload`. */
  readonly onDuplicate?: UploadOptions['onDuplicate']
  /** As for `client.upload`. */
  readonly query?: UploadAssetQuery | undefined
}

/** Uploads files, some at once and the others after them. Without an id, a method is about all files. */
export interface Uploader {
  /** Adds files and begins with them. Returns their ids. Throws a `TypeError` for what is no file. */
  add(files: ChosenFile | Iterable<ChosenFile>, fields?: FieldsOfFile): readonly string[]
  /** Stops what waits or is sent. What the service has of a resumable upload stays there. */
  pause(id?: string): void
  /** Goes on with what was paused, where it stopped. */
  resume(id?: string): void
  /** Gives up what is not done. What the service has of it is deleted. */
  cancel(id?: string): void
  /** Tries again what failed or was cancelled. */
  retry(id?: string): void
  /** Forgets what is done, failed or cancelled. */
  remove(id?: string): void
  /** An item as it is now; `undefined` for an id that there is not. */
  get(id: string): UploadItem | undefined
  /** All of it, the same object until something changes: for `useSyncExternalStore` and its like. */
  getSnapshot(): UploaderSnapshot
  /** Calls the listener with each item that changes, and with none when items were removed. Returns its end. */
  subscribe(listener: (item?: UploadItem) => void): () => void
}
