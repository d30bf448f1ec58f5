import type { Renderer } from '../maker/renderer.ts'
import type { ProcessSetup } from './messages.ts'
import { type PictureProcess, startPictureProcess } from './picture-process.ts'

export interface ProcessPoolOptions {
  readonly setup: ProcessSetup
  /** Jobs after which a process is replaced. */
  readonly jobsPerProcess: number
}

/** Milliseconds after which an idle process ends, and its memory with it. */
const IDLE = 30_000
/** Bytes of resident memory with which a process is kept for the next job. */
const KEPT = 256 * 1024 ** 2

/** Renders in child processes, as many as there are jobs at once. They end when idle, and are replaced when worn. */
export function createProcessPool({ setup, jobsPerProcess }: ProcessPoolOptions): Renderer {
  const all = new Set<PictureProcess>()
  /** Used from its end, so that what is not needed any more gets to be idle for long. */
  const idle: { readonly process: PictureProcess; readonly timer: NodeJS.Timeout }[] = []
  let isClosed = false

  async function take(): Promise<PictureProcess> {
    for (let next = idle.pop(); next !== undefined; next = idle.pop()) {
      clearTimeout(next.timer)
      if (!next.process.ended) return next.process
      all.delete(next.process)
    }
    const started = await startPictureProcess(setup)
    all.add(started)
    return started
  }

  function giveBack(process: PictureProcess): void {
    const isWorn = process.jobs >= jobsPerProcess || process.memory > KEPT
    if (isClosed || isWorn || process.ended) {
      retire(process)
      return
    }
    const timer = setTimeout(() => retire(process), IDLE)
    timer.unref()
    idle.push({ process, timer })
  }

  function retire(process: PictureProcess): void {
    const index = idle.findIndex((entry) => entry.process === process)
    if (index >= 0) idle.splice(index, 1)
    all.delete(process)
    process.end()
  }

  return {
    async render(content, job) {
      const process = await take()
      if (isClosed) process.end()
      try {
        return await process.render(content, job)
      } finally {
        giveBack(process)
      }
    },
    close() {
      isClosed = true
      for (const { timer } of idle.splice(0)) clearTimeout(timer)
      for (const process of all) process.end()
      all.clear()
    },
  }
}
