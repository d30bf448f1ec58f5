import { type Signal, signal } from '@preact/signals'
import type { Asset } from '@stowage/client'

/** Where a file goes. */
export interface Destination {
  /** `null`: into no folder. */
  readonly folderId: string | null
  /** The folder's name as it is shown. */
  readonly label: string
}

/** A chosen file, with the folders that contained it below what was chosen. */
export interface ChosenFile {
  readonly file: File
  readonly folders: readonly string[]
}

export type UploadState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'sending'; readonly abort: AbortController }
  | { readonly kind: 'stored'; readonly asset: Asset }
  /** `reason`: why, as it is shown. */
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'cancelled' }

/** One upload. Its signals let a row be drawn again without its list. */
export interface Upload extends ChosenFile {
  readonly id: number
  readonly into: Destination
  readonly state: Signal<UploadState>
  /** Bytes that were sent. */
  readonly sent: Signal<number>
}

/** No other page has it. `crypto.randomUUID` is for pages by HTTPS alone. */
const PAGE = [...crypto.getRandomValues(new Uint32Array(4))].map((n) => n.toString(36)).join('')

let lastId = 0

export function newUpload(chosen: ChosenFile, into: Destination): Upload {
  lastId += 1
  return { ...chosen, id: lastId, into, state: signal({ kind: 'waiting' }), sent: signal(0) }
}

/** What each attempt at an upload sends: the same, so that one whose answer was lost stores nothing twice. */
export function attemptOf({ id }: Upload, folderId: string | null) {
  const fields = folderId === null ? undefined : { folder_id: folderId }
  return { idempotencyKey: `${PAGE}-${id}`, fields }
}
