import type { ByteRange } from '../../model/byte-range.ts'
import type { Measures } from '../formats/measures.ts'
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

/** From the thread: a window of the file that it wants, or the end of its task. */
export type FromLibrary =
  | { readonly read: ByteRange }
  | { readonly measures: Measures }
  | { readonly failure: string }
