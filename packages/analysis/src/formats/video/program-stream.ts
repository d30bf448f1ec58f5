import type { Measures } from '../../facts/measures.ts'
import type { BoundedReader } from '../../reading/bounded-reader.ts'
import { mpegVideoSize } from './mpeg-video-size.ts'
import { presentedLength, readPresentationTime } from './presentation-time.ts'
import { nextStartCode } from './start-code.ts'

const WINDOW = 512 * 1024

/**
 * MPEG-1 and MPEG-2 program streams: size from the first sequence header, length from the first to the last
 * presentation time of a stream (ISO/IEC 13818-1, 2.5.3; 11172-1, 2.4.3.3). Sound without pictures is audio.
 */
export async function measureProgramStream(reader: BoundedReader): Promise<Measures> {
  const bytes = await reader.read(0, WINDOW)
  const head = await packetsIn(bytes, reader)
  const tail = await packetsIn(
    await reader.read(Math.max(0, reader.size - WINDOW), reader.size),
    reader,
  )
  await reader.giveTurn()
  const size = mpegVideoSize(bytes)
  return {
    ...(head.kinds.has('audio') && !head.kinds.has('video') && !size ? { type: 'audio' } : {}),
    width: size?.width ?? null,
    height: size?.height ?? null,
    durationSeconds: presentedLength(head.times, tail.times),
  }
}

interface Packets {
  /** The kinds of the streams present. */
  readonly kinds: ReadonlySet<'video' | 'audio'>
  /** Stream and presentation time of each packet that has one. */
  readonly times: readonly (readonly [number, number])[]
}

/** Units between two looks at the clock: a hostile file has one every three bytes. */
const UNITS_A_LOOK = 1024
/** As many as a window has in packets of 128 bytes. Of a hostile file, the last ones count. */
const MOST_TIMES = 4096

async function packetsIn(bytes: Buffer, reader: BoundedReader): Promise<Packets> {
  const kinds = new Set<'video' | 'audio'>()
  const times: [number, number][] = []
  let units = 0
  let timed = 0
  for (let at = nextStartCode(bytes, 0); at >= 0; ) {
    units += 1
    if (units % UNITS_A_LOOK === 0) await reader.giveTurn()
    const stream = bytes[at + 3] ?? 0
    const kind = kindOf(stream)
    if (kind !== undefined) kinds.add(kind)
    const field = kind === undefined ? undefined : timeField(bytes, at + 6)
    const hasTime = field !== undefined && field + 5 <= bytes.length
    if (hasTime) {
      times[timed % MOST_TIMES] = [stream, readPresentationTime(bytes, field)]
      timed += 1
    }
    at = nextStartCode(bytes, hasTime ? field + 5 : at + 3)
  }
  return { kinds, times }
}

/** What a stream holds, by its id (ISO/IEC 13818-1, table 2-22); 0xbd holds AC-3. */
function kindOf(stream: number): 'video' | 'audio' | undefined {
  if ((stream & 0xf0) === 0xe0) return 'video'
  return (stream & 0xe0) === 0xc0 || stream === 0xbd ? 'audio' : undefined
}

/** The offset of the time field: after a fixed header in MPEG-2; after stuffing and buffer size in MPEG-1. */
function timeField(bytes: Buffer, start: number): number | undefined {
  let at = start
  if (((bytes[at] ?? 0) & 0xc0) === 0x80) {
    return ((bytes[at + 1] ?? 0) & 0x80) !== 0 ? at + 3 : undefined
  }
  while (bytes[at] === 0xff && at < start + 16) at += 1
  if (((bytes[at] ?? 0) & 0xc0) === 0x40) at += 2
  const mark = (bytes[at] ?? 0) >> 4
  return mark === 2 || mark === 3 ? at : undefined
}
