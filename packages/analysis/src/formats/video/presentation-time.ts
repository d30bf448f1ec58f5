const WRAP = 2 ** 33

/** Ticks of 90 kHz: 33 bits spread over five bytes of a PES header (ISO/IEC 13818-1, 2.4.3.7). */
export function readPresentationTime(bytes: Buffer, at: number): number {
  const high = (bytes.readUInt8(at) >> 1) & 7
  const middle = bytes.readUInt16BE(at + 1) >> 1
  return high * 2 ** 30 + middle * 2 ** 15 + (bytes.readUInt16BE(at + 3) >> 1)
}

/** Seconds of the longest stream, from the times seen at the start and at the end of a file; `null` without any. */
export function presentedLength(
  start: Iterable<readonly [number, number]>,
  end: Iterable<readonly [number, number]>,
): number | null {
  const first = new Map<number, number>()
  const last = new Map<number, number>()
  for (const [stream, time] of start) {
    first.set(stream, Math.min(time, first.get(stream) ?? time))
  }
  for (const [stream, time] of end) last.set(stream, Math.max(time, last.get(stream) ?? time))
  const spans = [...first].map(([stream, from]) => {
    const to = last.get(stream) ?? from
    return (to - from + WRAP) % WRAP
  })
  const length = Math.max(0, ...spans) / 90_000
  return length > 0 ? length : null
}
