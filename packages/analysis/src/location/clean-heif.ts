import type { BoundedReader } from '../reading/bounded-reader.ts'
import { cleanTop } from './clean-movie.ts'
import type { Edits } from './edits/edits.ts'

/** Boxes at the top that pictures and sequences of them need. All others become free space. */
const SHOWN: ReadonlySet<string> = new Set([
  ...[
    'ftyp',
    'meta',
    'mdat',
    'imda',
    'moov',
    'moof',
    'mfra',
    'sidx',
    'styp',
    'pdin',
    'free',
    'skip',
  ],
])

/** A HEIF file: HEIC and AVIF, still or in motion. */
export async function cleanHeif(reader: BoundedReader, edits: Edits): Promise<void> {
  await cleanTop(reader, edits, { start: 0, end: reader.size }, SHOWN)
}
