/** No frame of a compressed recording is shorter, so a file cannot hold more frames than fit at this length. */
const SHORTEST_FRAME = 4

/** The seconds that a header gives for this many frames; `null` when this many bytes cannot hold them. */
export function fittingLength(seconds: number, frames: number, bytes: number): number | null {
  return seconds > 0 && frames * SHORTEST_FRAME <= bytes ? seconds : null
}
