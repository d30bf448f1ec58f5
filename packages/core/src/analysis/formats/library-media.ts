import { parseFromTokenizer } from 'music-metadata'
import type { BoundedReader } from '../bounded-reader.ts'
import { ReaderTokenizer } from '../reader-tokenizer.ts'
import type { Measures } from './measures.ts'

/** Types that music-metadata knows by another name than we do. */
const LIBRARY_NAMES: ReadonlyMap<string, string> = new Map([['audio/x-dff', 'audio/dsd']])

/** What music-metadata reads, for formats without a walker here. Stops when the reader's budget does. */
export async function measureMedia(reader: BoundedReader, mimeType: string): Promise<Measures> {
  const { format } = await parseFromTokenizer(
    new ReaderTokenizer(reader, LIBRARY_NAMES.get(mimeType) ?? mimeType),
    {
      duration: false,
      skipCovers: true,
      skipPostHeaders: true,
    },
  )
  const video = format.trackInfo.find((track) => track.video)?.video
  return {
    durationSeconds: format.duration ?? null,
    width: video?.pixelWidth ?? null,
    height: video?.pixelHeight ?? null,
  }
}
