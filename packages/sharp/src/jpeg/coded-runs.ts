/** Coded data without what it is stuffed with, cut where it starts anew. Good until the next. */
export interface CodedRuns {
  /** Can be read 4 bytes past the end. */
  readonly view: DataView
  /** Where each run ends, in bytes; the next one begins there. */
  readonly ends: readonly number[]
}

/** Largest buffer in bytes that is kept for the next picture, for new memory costs more than what is done in it. */
const KEPT = 8 * 1024 ** 2
let kept = Buffer.alloc(0)

/** Bytes past the end that may be looked at. */
const SLACK = 8
const FIRST_RESTART = 0xd0
const LAST_RESTART = 0xd7
const END_OF_IMAGE = 0xd9

/** `null` when anything but restarts and the end of the picture interrupts the data (ITU-T T.81, B.1.1.5). */
export function codedRuns(content: Uint8Array, dataAt: number): CodedRuns | null {
  const from = Buffer.from(content.buffer, content.byteOffset, content.length)
  const bytes = spaceOf(from.length - dataAt + SLACK)
  const ends: number[] = []
  let length = 0
  for (let at = dataAt; ; ) {
    const stop = from.indexOf(0xff, at)
    if (stop < 0) return null
    const marker = from.readUInt8(stop + 1)
    // A zero says that the byte before it is data.
    const end = marker === 0 ? stop + 1 : stop
    from.copy(bytes, length, at, end)
    length += end - at
    at = stop + 2
    if (marker === 0) continue
    if (marker !== END_OF_IMAGE && (marker < FIRST_RESTART || marker > LAST_RESTART)) return null
    ends.push(length)
    if (marker === END_OF_IMAGE) break
  }
  bytes.fill(0, length, length + SLACK)
  return { view: new DataView(bytes.buffer, bytes.byteOffset, length + SLACK), ends }
}

function spaceOf(size: number): Buffer {
  if (size > KEPT) return Buffer.allocUnsafeSlow(size)
  if (kept.length === 0) kept = Buffer.allocUnsafeSlow(KEPT)
  return kept.subarray(0, size)
}
