import { type ReadonlySignal, signal } from '@preact/signals'

/** Seconds over which the rate is averaged: a shorter window jumps about, a longer one lags behind. */
const WINDOW = 8

export interface Rate {
  /** Bytes a second; 0 while it is not known yet. */
  readonly value: ReadonlySignal<number>
  start(): void
  stop(): void
}

/**
 * Measures how fast `sent` grows while it is started. When `sent` falls, by a retry or a cancelled file, it starts
 * over.
 */
export function measureRate(sent: () => number): Rate {
  const value = signal(0)
  let samples: { readonly at: number; readonly sent: number }[] = []
  let timer: ReturnType<typeof setInterval> | undefined
  const sample = (): void => {
    const newest = { at: performance.now(), sent: sent() }
    if (newest.sent < (samples.at(-1)?.sent ?? 0)) samples = []
    samples = [...samples.slice(-WINDOW), newest]
    const [oldest = newest] = samples
    const seconds = (newest.at - oldest.at) / 1000
    value.value = seconds < 1 ? value.value : (newest.sent - oldest.sent) / seconds
  }
  return {
    value,
    start() {
      if (timer !== undefined) return
      samples = []
      value.value = 0
      sample()
      timer = setInterval(sample, 1000)
    },
    stop() {
      clearInterval(timer)
      timer = undefined
    },
  }
}
