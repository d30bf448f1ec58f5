/** No frame of a compressed recording is shorter, so more of them than fit cannot be there. */
const SHORTEST_FRAME = 4

/** The seconds that a header gives for so many frames, `null` when these bytes cannot hold them. */
export function fittingLength(seconds: number, frames: number, bytes: number): number | null {
  return seconds > 0 && frames * SHORTEST_FRAME <= bytes ? seconds : null
}
