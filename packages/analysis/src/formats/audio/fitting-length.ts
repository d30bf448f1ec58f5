/** No frame of a compressed recording is shorter, so a file cannot hold more frames than fit at this length. */
const SHORTEST_FRAME = 4

/** No codec that AIFF-C and WAV hold decodes four bytes to more samples. */
export const LARGEST_FRAME = 512

/**
 * The seconds that a header gives for this many frames; `null` when they are no positive number, or when this many bytes
 * cannot hold the frames.
 */
export function fittingLength(seconds: number, frames: number, bytes: number): number | null {
  return seconds > 0 && seconds < Infinity && frames * SHORTEST_FRAME <= bytes ? seconds : null
}

/** The seconds of sound that is not compressed: samples that were cut off do not count. `bits` are those of a sample. */
export function uncompressedLength(
  { samples, rate, bits }: { samples: number; rate: number; bits: number },
  bytes: number,
): number | null {
  const there = Math.min(samples, Math.floor((bytes * 8) / Math.max(1, bits)))
  return rate > 0 ? there / rate : null
}
