import type { BoundedReader } from '../reading/bounded-reader.ts'
import type { FileCategory } from './file-facts.ts'

/** What a format's headers say. */
export interface Measures {
  /** When the content shows that the container holds something else, such as sound only. */
  readonly mimeType?: string
  /** When the tracks are of another category than the media type says, such as sound only in a video container. */
  readonly type?: FileCategory
  /** Pixels as displayed. */
  readonly width?: number | null
  readonly height?: number | null
  readonly durationSeconds?: number | null
}

/** Reads the measures of one format, of a file detected as `mimeType`. Throws when the bytes do not follow it. */
export type Measure = (reader: BoundedReader, mimeType: string) => Promise<Measures>
