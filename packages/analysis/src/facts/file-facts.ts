import type { EmbeddedFacts } from './embedded-facts.ts'

/** The kind of file, as people sort files. Decided from the bytes. */
export type FileCategory = 'image' | 'video' | 'audio' | 'document' | 'archive' | 'other'

/** What a file is, decided from its bytes, and what it says of itself. */
export interface FileFacts {
  /** The category. */
  readonly type: FileCategory
  /** Without parameters. `application/octet-stream` when unknown. */
  readonly mimeType: string
  /** Lower case, no dot. Of an unknown type the extension of the name, else `bin`. */
  readonly extension: string
  /** The charset of text, such as `utf-8`; else `null`. */
  readonly charset: string | null
  /** Pixels as displayed, after rotation; `null` when the file is not visual or does not say. */
  readonly width: number | null
  /** Pixels, like `width`. */
  readonly height: number | null
  /** Seconds, of audio and video; `null` otherwise, and for animated pictures. */
  readonly durationSeconds: number | null
  /** What it says of itself, unchecked; `null` when it says nothing. */
  readonly embedded: EmbeddedFacts | null
}

/** The facts of a file of which nothing is known. An analyzer of your own can start from them. */
export const UNKNOWN_FACTS: FileFacts = {
  type: 'other',
  mimeType: 'application/octet-stream',
  extension: 'bin',
  charset: null,
  width: null,
  height: null,
  durationSeconds: null,
  embedded: null,
}
