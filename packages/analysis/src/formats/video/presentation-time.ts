const WRAP = 2 ** 33

/** Ticks of 90 kHz: 33 bits spread over five bytes of a PES header (ISO/IEC 13818-1, 2.4.3.7). */
export function readPresentationTime(bytes: Buffer, at: number): number {
  const high = (bytes.readUInt8(at) >> 1) & 7
  const middle = bytes.readUInt16BE(at + 1) >> 1
  return high * 2 ** 30 + middle * 2 ** 15 + (bytes.readUInt16BE(at + 3) >> 1)
}

/**
 * Seconds of the longest stream, from the times at the start and at the end of a file, its last picture included;
 * `null` without two times. The lowest byte of a stream's number is its id, which tells whether it is video.
 */
export function presentedLength(
  start: Iterable<readonly [number, number]>,
  end: Iterable<readonly [number, number]>,
): number | null {
  const first = new Map<number, number>()
  const last = new Map<number, number[]>()
  for (const [stream, time] of start) {
    first.set(stream, Math.min(time, first.get(stream) ?? time))
  }
  for (const [stream, time] of end) {
    const times = last.get(stream) ?? []
    if (times.length === 0) last.set(stream, times)
    times.push(time)
  }
  const spans = [...first].map(([stream, from]) => {
    const times = last.get(stream) ?? [from]
    const span = (times.reduce((most, time) => Math.max(most, time)) - from + WRAP) % WRAP
    return span > 0 && isVideo(stream) ? span + shortestGap(times) : span
  })
  const length = Math.max(0, ...spans) / 90_000
  return length > 0 ? length : null
}

/** The ids of video streams (ISO/IEC 13818-1, table 2-22). */
function isVideo(stream: number): boolean {
  return (stream & 0xf0) === 0xe0
}

/** The fewest ticks between successive times, taken as the length of the last picture. */
function shortestGap(times: readonly number[]): number {
  const sorted = Float64Array.from(times).sort()
  let shortest = LONGEST_GAP
  for (let at = 1; at < sorted.length; at += 1) {
    const gap = (sorted[at] ?? 0) - (sorted[at - 1] ?? 0)
    if (gap > 0) shortest = Math.min(shortest, gap)
  }
  return shortest === LONGEST_GAP ? 0 : shortest
}

/** A second. */
const LONGEST_GAP = 90_000
