import type { BoundedReader } from '../../reading/bounded-reader.ts'
import { findBox, type IsoBox, isoBoxes } from '../containers/iso-boxes.ts'
import type { Track } from './movie-track.ts'

const HAS_BASE_OFFSET = 0x01
const HAS_DESCRIPTION = 0x02
const HAS_DEFAULT_DURATION = 0x08
const RUN_DATA_OFFSET = 0x01
const RUN_FIRST_FLAGS = 0x04
const RUN_DURATION = 0x100
const MAX_TABLE = 1024 * 1024
const RUN_OPTIONAL = [0x200, 0x400, 0x800]

/**
 * Seconds of a fragmented file: the samples of its longest track added up, both those of the movie and those of the
 * fragments (ISO/IEC 14496-12, 8.6.1.2 and 8.8).
 */
export async function fragmentedLength(
  reader: BoundedReader,
  movie: IsoBox,
  tracks: readonly Track[],
): Promise<number> {
  const defaults = await readDefaults(reader, movie)
  const ticks = new Map<number, number>()
  for (const { id, media } of tracks) ticks.set(id, await tableLength(reader, media))
  for await (const box of isoBoxes(reader, 0, reader.size)) {
    if (box.type !== 'moof') continue
    for await (const inner of isoBoxes(reader, box.start, box.end)) {
      if (inner.type === 'traf') await addFragment(reader, inner, defaults, ticks)
    }
  }
  return Math.max(
    0,
    ...tracks.map(({ id, timescale }) => (timescale > 0 ? (ticks.get(id) ?? 0) / timescale : 0)),
  )
}

/** Ticks of the samples that the tables of the movie itself list. */
async function tableLength(reader: BoundedReader, media: IsoBox): Promise<number> {
  const box = await findBox(reader, media, 'minf', 'stbl', 'stts')
  if (!box) return 0
  const bytes = await reader.read(box.start, Math.min(box.end, box.start + MAX_TABLE))
  let total = 0
  for (let at = 8; at + 8 <= bytes.length; at += 8) {
    total += bytes.readUInt32BE(at) * bytes.readUInt32BE(at + 4)
  }
  return total
}

/** Default sample duration of each track, from `trex`. */
async function readDefaults(
  reader: BoundedReader,
  movie: IsoBox,
): Promise<ReadonlyMap<number, number>> {
  const defaults = new Map<number, number>()
  const extension = await findBox(reader, movie, 'mvex')
  if (!extension) return defaults
  for await (const box of isoBoxes(reader, extension.start, extension.end)) {
    if (box.type !== 'trex') continue
    const bytes = await reader.read(box.start, box.start + 16)
    defaults.set(bytes.readUInt32BE(4), bytes.readUInt32BE(12))
  }
  return defaults
}

async function addFragment(
  reader: BoundedReader,
  fragment: IsoBox,
  defaults: ReadonlyMap<number, number>,
  ticks: Map<number, number>,
): Promise<void> {
  let id = 0
  let duration = 0
  for await (const box of isoBoxes(reader, fragment.start, fragment.end)) {
    if (box.type === 'tfhd') {
      const bytes = await reader.read(box.start, Math.min(box.end, box.start + 32))
      const flags = bytes.readUIntBE(1, 3)
      id = bytes.readUInt32BE(4)
      const at = 8 + (flags & HAS_BASE_OFFSET ? 8 : 0) + (flags & HAS_DESCRIPTION ? 4 : 0)
      duration = flags & HAS_DEFAULT_DURATION ? bytes.readUInt32BE(at) : (defaults.get(id) ?? 0)
    }
    if (box.type === 'trun') {
      ticks.set(id, (ticks.get(id) ?? 0) + (await runLength(reader, box, duration)))
    }
  }
}

async function runLength(reader: BoundedReader, box: IsoBox, duration: number): Promise<number> {
  const bytes = await reader.read(box.start, box.end)
  const flags = bytes.readUIntBE(1, 3)
  const count = bytes.readUInt32BE(4)
  if (!(flags & RUN_DURATION)) return count * duration
  const entry = 4 + RUN_OPTIONAL.filter((flag) => flags & flag).length * 4
  let total = 0
  let at = 8 + (flags & RUN_DATA_OFFSET ? 4 : 0) + (flags & RUN_FIRST_FLAGS ? 4 : 0)
  for (let sample = 0; sample < count && at + 4 <= bytes.length; sample += 1, at += entry) {
    total += bytes.readUInt32BE(at)
  }
  return total
}
