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
  /** `isStalled`: it waits to try again. */
  | { readonly kind: 'sending'; readonly isStalled: boolean }
  | { readonly kind: 'paused' }
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

let lastId = 0

export function newUpload(chosen: ChosenFile, into: Destination): Upload {
  lastId += 1
  return { ...chosen, id: lastId, into, state: signal({ kind: 'waiting' }), sent: signal(0) }
}
