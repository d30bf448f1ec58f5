/** No frame of a compressed recording is shorter, so a file cannot hold more frames than fit at this length. */
const SHORTEST_FRAME = 4

/** More samples than four bytes of any codec that AIFF-C and WAV hold are decoded to. */
export const LARGEST_FRAME = 512

/** The seconds that a header gives for this many frames; `null` when this many bytes cannot hold them. */
export function fittingLength(seconds: number, frames: number, bytes: number): number | null {
  return seconds > 0 && seconds < Infinity && frames * SHORTEST_FRAME <= bytes ? seconds : null
}

/** The same for sound that is not compressed: what is cut off does not count. */
export function uncompressedLength(
  { samples, rate, bits }: { samples: number; rate: number; bits: number },
  bytes: number,
): number | null {
  const there = Math.min(samples, Math.floor((bytes * 8) / Math.max(1, bits)))
  return rate > 0 ? there / rate : null
}
