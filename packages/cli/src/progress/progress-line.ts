import { formatBytes, formatCount, formatDuration } from '../output/quantities.ts'

/** How far the work is. */
export interface ProgressState {
  readonly done: number
  readonly total: number
  /** `null` when bytes do not count here. */
  readonly bytes: number | null
  readonly totalBytes: number | null
  /** Since the work began. */
  readonly seconds: number
}

const FULL = '█'
const EMPTY = '░'
const BAR = 24

/**
 * One line: bar, share, count, bytes, rate, time left. A narrow terminal gets fewer of them; the last ones go first.
 */
export function progressLine(state: ProgressState, columns: number): string {
  const share = shareOf(state)
  const full = Math.round(share * BAR)
  const parts = [
    `${FULL.repeat(full)}${EMPTY.repeat(BAR - full)}`,
    `${Math.floor(share * 100)} %`,
    `${formatCount(state.done)}/${formatCount(state.total)}`,
    ...bytesOf(state),
    ...timeLeft(state, share),
  ]
  let line = ''
  for (const part of parts) {
    const longer = line === '' ? ` ${part}` : `${line}   ${part}`
    if (longer.length >= columns) break
    line = longer
  }
  return line
}

/** The share of the bytes, if there are any: ten videos among a thousand pictures are most of the work. */
function shareOf({ done, total, bytes, totalBytes }: ProgressState): number {
  const [part, whole] =
    bytes === null || totalBytes === null || totalBytes === 0 ? [done, total] : [bytes, totalBytes]
  return whole === 0 ? 0 : Math.min(1, part / whole)
}

function bytesOf({ bytes, totalBytes, done, seconds }: ProgressState): string[] {
  if (bytes === null || totalBytes === null) {
    return seconds < 1 ? [] : [`${formatCount(Math.round(done / seconds))}/s`]
  }
  const rate = seconds < 1 ? [] : [`${formatBytes(bytes / seconds)}/s`]
  return [`${formatBytes(bytes)}/${formatBytes(totalBytes)}`, ...rate]
}

/** Empty in the first two seconds: an estimate that jumps helps nobody. */
function timeLeft({ seconds }: ProgressState, share: number): string[] {
  if (seconds < 2 || share === 0 || share === 1) return []
  return [`${formatDuration((seconds * (1 - share)) / share)} left`]
}
