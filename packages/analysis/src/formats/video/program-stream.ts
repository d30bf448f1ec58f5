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
  const head = await reader.read(0, WINDOW)
  const tail = await reader.read(Math.max(0, reader.size - WINDOW), reader.size)
  const size = mpegVideoSize(head)
  const kinds = new Set(streamKinds(head))
  return {
    ...(kinds.has('audio') && !kinds.has('video') && !size ? { type: 'audio' } : {}),
    width: size?.width ?? null,
    height: size?.height ?? null,
    durationSeconds: presentedLength(times(head), times(tail)),
  }
}

function* times(bytes: Buffer): Generator<[number, number]> {
  for (let at = nextStartCode(bytes, 0); at >= 0; at = nextStartCode(bytes, at + 3)) {
    const stream = bytes[at + 3] ?? 0
    const isMedia = stream === 0xbd || (stream >= 0xc0 && stream <= 0xef)
    const field = isMedia ? timeField(bytes, at + 6) : undefined
    if (field !== undefined && field + 5 <= bytes.length) {
      yield [stream, readPresentationTime(bytes, field)]
    }
  }
}

/** The kinds of the streams present, by their ids (ISO/IEC 13818-1, table 2-22); 0xbd holds AC-3. */
function* streamKinds(bytes: Buffer): Generator<'video' | 'audio'> {
  for (let at = nextStartCode(bytes, 0); at >= 0; at = nextStartCode(bytes, at + 3)) {
    const stream = bytes[at + 3] ?? 0
    if ((stream & 0xf0) === 0xe0) yield 'video'
    if ((stream & 0xe0) === 0xc0 || stream === 0xbd) yield 'audio'
  }
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
