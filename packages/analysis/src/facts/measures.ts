import type { BoundedReader } from '../reading/bounded-reader.ts'
import type { FileCategory } from './file-facts.ts'

/** What a format's headers say. */
export interface Measures {
  /** Set when the content shows that the container holds something else, such as sound only. */
  readonly mimeType?: string
  /** Set when the tracks are of another category than the media type says, such as sound only in a video container. */
  readonly type?: FileCategory
  /** Pixels as displayed. */
  readonly width?: number | null
  readonly height?: number | null
  readonly durationSeconds?: number | null
}

/** Reads the measures of a file that was detected as `mimeType`. Throws when the bytes do not follow the format. */
export type Measure = (reader: BoundedReader, mimeType: string) => Promise<Measures>
