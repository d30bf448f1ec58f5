import { parseFromTokenizer } from 'music-metadata'
import type { Measures } from '../facts/measures.ts'
import type { BoundedReader } from '../reading/bounded-reader.ts'
import { ReaderTokenizer } from './reader-tokenizer.ts'

/** Types that music-metadata knows by another name than we do. */
const LIBRARY_NAMES: ReadonlyMap<string, string> = new Map([['audio/x-dff', 'audio/dsd']])

/** The duration that music-metadata finds. Stops when the reader's budget is spent. */
export async function measureRecording(reader: BoundedReader, mimeType: string): Promise<Measures> {
  const { format } = await parseFromTokenizer(
    new ReaderTokenizer(reader, LIBRARY_NAMES.get(mimeType) ?? mimeType),
    { duration: false, skipCovers: true, skipPostHeaders: true },
  )
  return { durationSeconds: format.duration ?? null }
}
