import type { Measures } from '../facts/measures.ts'
import type { ByteRange } from '../reading/readable-file.ts'
import type { Question } from './libraries.ts'

/** One file for the thread. */
export interface LibraryTask {
  readonly question: Question
  readonly mimeType: string
  /** Bytes of the whole file. */
  readonly size: number
  /** The first of them, which spares most libraries a read. */
  readonly head: Uint8Array
}

/** To the thread: a file, or the answer to its last `read`; `null` when it may not read on. */
export type ToLibrary = LibraryTask | { readonly bytes: Uint8Array | null }

/**
 * From the thread: `ready` once, when it takes files; `loaded` when it has loaded the library for a task; a window
 * of the file that the library wants; the end of the task; or that the library does not exist.
 */
export type FromLibrary =
  | { readonly ready: true }
  | { readonly loaded: true }
  | { readonly read: ByteRange }
  | { readonly measures: Measures }
  | { readonly failure: string }
  | { readonly missing: string }
