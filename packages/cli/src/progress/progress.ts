import { type Options, Presets, SingleBar } from 'cli-progress'
import type { Io } from '../io/io.ts'
import type { Output } from '../output/output.ts'
import { progressLine } from './progress-line.ts'

/** How much there is to do. */
export interface Work {
  readonly total: number
  /** Where bytes tell more than the count. */
  readonly totalBytes?: number
}

/** The bar of some work under way. */
export interface ProgressBar {
  /** So much more is done. */
  advance(count: number, bytes?: number): void
  /** So much is done in all. */
  set(done: number, bytes?: number): void
  /** There turned out to be more or less to do. */
  grow(work: Work): void
  /** Takes the bar away. Harmless when it is repeated. */
  end(): void
}

/** Begins a bar. */
export type StartProgress = (work: Work) => ProgressBar

/** Work that is done sooner shows nothing. */
const DELAY = 1000

/**
 * Bars on stderr, for people alone: none where stderr is no terminal, with `--quiet` and with `--json`. Lines that the
 * command prints meanwhile belong before or after the work.
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
  // The bar draws itself from here on, at its own pace.
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
    // It only writes and moves the cursor; its types ask for a stream of Node's own.
    stream: io.stderr as NodeJS.WriteStream,
    format: line,
    fps: 5,
    hideCursor: true,
    clearOnComplete: true,
    // Signals are the command's: it says how to go on.
    gracefulExit: false,
    forceRedraw: true,
    noTTYOutput: false,
    linewrap: false,
  }
}
