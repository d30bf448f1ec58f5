import type { BoundedReader } from '../../reading/bounded-reader.ts'

/** One frame of a stream without an index. */
export interface Frame {
  /** Bytes, header included; more than 0. */
  readonly length: number
  readonly seconds: number
}

/** Reads the frame header at an offset of the bytes; `undefined` when none starts there. */
type ReadFrame = (bytes: Buffer, at: number) => Frame | undefined

const CHUNK = 64 * 1024
const LARGEST_HEADER = 8
/** Frames, and bytes between frames. */
const MAX_STEPS = 64 * 1024
const ENOUGH = 4 * 1024 * 1024

/**
 * Seconds from `start` to `end`, by adding up frames and skipping the bytes between them. After 4 MiB, or 65,536 frames
 * and bytes between them, it extrapolates the rest.
 */
export async function framesLength(
  reader: BoundedReader,
  start: number,
  end: number,
  readFrame: ReadFrame,
): Promise<number> {
  let seconds = 0
  let at = start
  let steps = 0
  while (at + LARGEST_HEADER <= end && at - start < ENOUGH && steps < MAX_STEPS) {
    const chunk = at
    const bytes = await reader.read(chunk, Math.min(chunk + CHUNK, end))
    const last = bytes.length - LARGEST_HEADER
    if (last < 0) break
    for (; at - chunk <= last && steps < MAX_STEPS; steps += 1) {
      const frame = readFrame(bytes, at - chunk)
      seconds += frame?.seconds ?? 0
      at += frame?.length ?? 1
    }
  }
  const walked = Math.min(at, end) - start
  return at < end && walked > 0 ? (seconds * (end - start)) / walked : seconds
}
