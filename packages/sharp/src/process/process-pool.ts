import type { Renderer } from '../maker/renderer.ts'
import { unavailable } from '../maker/unavailable.ts'
import type { ProcessSetup } from './messages.ts'
import { type PictureProcess, startPictureProcess } from './picture-process.ts'

export interface ProcessPoolOptions {
  readonly setup: ProcessSetup
  /** Processes at once. */
  readonly processes: number
  /** Jobs after which a process is replaced. */
  readonly jobsPerProcess: number
}

/** Milliseconds after which an idle process ends, and its memory with it. */
const IDLE = 30_000
/** Bytes of resident memory with which a process is kept for the next job. */
const KEPT = 256 * 1024 ** 2
/** Processes that may end under a job before it came to its turn. */
const ATTEMPTS = 4

/**
 * Renders in child processes, one job each at a time; jobs beyond that wait with a process that is at
 * work. They end when idle, and are replaced when worn.
 */
export function createProcessPool({
  setup,
  processes,
  jobsPerProcess,
}: ProcessPoolOptions): Renderer {
  const all = new Set<PictureProcess>()
  /** With the timers of their ends. Used from the last, so that what is not needed any more is idle for long. */
  const idle = new Map<PictureProcess, NodeJS.Timeout>()
  const starting = new Set<Promise<PictureProcess>>()
  let isClosed = false

  async function take(): Promise<PictureProcess> {
    for (const process of [...idle.keys()].reverse()) {
      if (!process.ended) return process
      retire(process)
    }
    if (all.size + starting.size < processes) return start()
    // Also the successor of one that is worn, while that does its last job.
    return leastBusy() ?? starting.values().next().value ?? start()
  }

  function leastBusy(): PictureProcess | undefined {
    const usable = [...all].filter((process) => !process.ended && !isWorn(process))
    return usable.sort((one, other) => one.pending - other.pending)[0]
  }

  async function start(): Promise<PictureProcess> {
    const promise = startPictureProcess(setup)
    starting.add(promise)
    try {
      const started = await promise
      all.add(started)
      return started
    } finally {
      starting.delete(promise)
    }
  }

  function giveBack(process: PictureProcess): void {
    if (isClosed || process.ended) retire(process)
    else if (process.pending > 0) return
    else if (isWorn(process)) retire(process)
    else idle.set(process, setTimeout(() => retire(process), IDLE).unref())
  }

  function wake(process: PictureProcess): void {
    clearTimeout(idle.get(process))
    idle.delete(process)
  }

  function isWorn({ jobs, memory }: PictureProcess): boolean {
    return jobs >= jobsPerProcess || memory > KEPT
  }

  function retire(process: PictureProcess): void {
    wake(process)
    all.delete(process)
    process.end()
  }

  return {
    async render(content, job) {
      for (let attempt = 0; attempt < ATTEMPTS && !isClosed; attempt++) {
        const process = await take()
        if (isClosed) process.end()
        wake(process)
        const { size, chunks } = content
        try {
          const result = await process.render(attempt === 0 ? content : { size, chunks }, job)
          if (result !== null) return result
        } finally {
          giveBack(process)
        }
      }
      throw unavailable('The process that makes pictures was ended.')
    },
    close() {
      isClosed = true
      for (const process of all) retire(process)
    },
  }
}
