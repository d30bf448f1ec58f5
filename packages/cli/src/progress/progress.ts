import { type Options, Presets, SingleBar } from 'cli-progress'
import type { Io } from '../io/io.ts'
import type { Output } from '../output/output.ts'
import { progressLine } from './progress-line.ts'

/** How much there is to do. */
export interface Work {
  readonly total: number
  /** Set when bytes say more than the count. */
  readonly totalBytes?: number
}

/** The bar of some work under way. */
export interface ProgressBar {
  /** Adds to what is done. */
  advance(count: number, bytes?: number): void
  /** Sets what is done in all. */
  set(done: number, bytes?: number): void
  /** Corrects how much there is to do. */
  grow(work: Work): void
  /** Removes the bar. Idempotent. */
  end(): void
}

/** Begins a bar. */
export type StartProgress = (work: Work) => ProgressBar

/** Milliseconds. Faster work shows no bar. */
const DELAY = 1000

/**
 * Bars on stderr, only for people: none when stderr is not a terminal, with `--quiet` or with `--json`. The command
 * must print its lines before or after the work.
 */
export function createProgress(
  io: Io,
  { json, quiet }: Pick<Output, 'json' | 'quiet'>,
): StartProgress {
  const shown = io.stderr.isTTY === true && io.env.TERM !== 'dumb' && !json && !quiet
  return (work) => startBar(io, work, shown)
}

function startBar(io: Io, work: Work, shown: boolean): ProgressBar {
  let { total, totalBytes } = work
  let done = 0
  let bytes = 0
  const started = performance.now()
  const line = (): string =>
    progressLine(
      {
        done,
        total,
        bytes: totalBytes === undefined ? null : bytes,
        totalBytes: totalBytes ?? null,
        seconds: (performance.now() - started) / 1000,
      },
      io.stderr.columns ?? 80,
    )
  const bar = shown ? new SingleBar(optionsOf(io, line), Presets.shades_classic) : undefined
  // From here on the bar draws itself, at its own pace.
  const timer = setTimeout(() => bar?.start(1, 0), DELAY)
  timer.unref()
  return {
    advance: (count, more = 0) => {
      done += count
      bytes += more
    },
    set: (count, all = bytes) => {
      done = count
      bytes = all
    },
    grow: (next) => {
      total = next.total
      totalBytes = next.totalBytes
    },
    end: () => {
      clearTimeout(timer)
      bar?.stop()
    },
  }
}

function optionsOf(io: Io, line: () => string): Options {
  return {
    // The bar only writes and moves the cursor, although its types ask for one of Node's own streams.
    stream: io.stderr as NodeJS.WriteStream,
    format: line,
    fps: 5,
    hideCursor: true,
    clearOnComplete: true,
    // The command handles signals: it says how to go on.
    gracefulExit: false,
    forceRedraw: true,
    noTTYOutput: false,
    linewrap: false,
  }
}
