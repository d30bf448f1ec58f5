import { findBox, type IsoBox } from '../formats/containers/iso-boxes.ts'
import type { BoundedReader } from '../reading/bounded-reader.ts'
import { CannotClean, type Part } from './edits/edits.ts'

const MOST_SAMPLES = 500_000
const WINDOW = 48 * 1024

/** Where the chunks of a track lie in the file (ISO/IEC 14496-12, 8.7): they are counted from the start of the movie. */
export async function* samplePlaces(
  reader: BoundedReader,
  track: IsoBox,
  movie: Part,
): AsyncGenerator<Part> {
  const table = await findBox(reader, track, 'mdia', 'minf', 'stbl')
  if (!table) return
  const sizes = await findBox(reader, table, 'stsz')
  const runs = await findBox(reader, table, 'stsc')
  const short = await findBox(reader, table, 'stco')
  const long = await findBox(reader, table, 'co64')
  const offsets = short ?? long
  if (!sizes || !runs || !offsets) throw new CannotClean('a track has no table of its samples')
  const sizeOf = await sizesOfSamples(reader, sizes)
  const perChunk = await samplesPerChunk(reader, runs)
  let sample = 0
  let chunk = 0
  for await (const start of numbersIn(reader, offsets, { first: 8, size: short ? 4 : 8 })) {
    chunk += 1
    const next = sample + perChunk(chunk)
    const at = movie.start + start
    const end = Math.min(at + sizeOf(sample, next), movie.end)
    if (at < end) yield { start: at, end }
    sample = next
  }
}

/** How many bytes the samples between two have. */
type SizeOfSamples = (first: number, next: number) => number

async function sizesOfSamples(reader: BoundedReader, box: IsoBox): Promise<SizeOfSamples> {
  const head = await reader.read(box.start, box.start + 12)
  const same = head.readUInt32BE(4)
  if (same !== 0) return (first, next) => (next - first) * same
  const sums = [0]
  let sum = 0
  for await (const size of numbersIn(reader, box, { first: 12, size: 4 })) {
    sum += size
    sums.push(sum)
  }
  const before = (sample: number) => sums[sample] ?? sum
  return (first, next) => before(next) - before(first)
}

/** How many samples each chunk has: runs of chunks with as many each. */
async function samplesPerChunk(
  reader: BoundedReader,
  box: IsoBox,
): Promise<(chunk: number) => number> {
  const runs: { readonly from: number; readonly count: number }[] = []
  let row: number[] = []
  for await (const value of numbersIn(reader, box, { first: 8, size: 4 })) {
    row.push(value)
    if (row.length < 3) continue
    const [from = 0, count = 0] = row
    runs.push({ from, count })
    row = []
  }
  let run = 0
  return (chunk) => {
    while (run + 1 < runs.length && (runs[run + 1]?.from ?? 0) <= chunk) run += 1
    return runs[run]?.count ?? 0
  }
}

/** The numbers of a table, from `first` bytes after its version. */
async function* numbersIn(
  reader: BoundedReader,
  { start, end }: Part,
  { first, size }: { readonly first: number; readonly size: 4 | 8 },
): AsyncGenerator<number> {
  let count = 0
  for (let from = start + first; from + size <= end; from += WINDOW) {
    const bytes = await reader.read(from, Math.min(from + WINDOW, end))
    for (let at = 0; at + size <= bytes.length; at += size) {
      count += 1
      if (count > MOST_SAMPLES) throw new CannotClean('a track has too many samples')
      yield size === 4 ? bytes.readUInt32BE(at) : Number(bytes.readBigUInt64BE(at))
    }
  }
}
