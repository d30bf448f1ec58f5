import type { VariantResult } from '@stowage/core/ports'
import type { PictureContent } from '../job/content.ts'
import type { RenderJob } from '../job/recipe.ts'
import type { Renderer } from '../job/renderer.ts'
import { unavailable } from '../job/unavailable.ts'
import type { ProcessSetup } from './messages.ts'
import { type PictureProcess, startPictureProcess } from './picture-process.ts'

export interface ProcessPoolOptions {
  readonly setup: ProcessSetup
  /** Jobs after which a process is replaced. */
  readonly jobsPerProcess: number
  /** Whether the processes let other processes of the machine go first. Default: no. */
  readonly yields?: boolean
}

/** Milliseconds after which an idle process ends and frees its memory. */
const IDLE = 30_000
/** Bytes of resident memory up to which a process is kept for the next job. */
const KEPT = 256 * 1024 ** 2

/**
 * Renders in child processes, one for each job under way: no job waits for another, or shares a process with one that
 * goes wrong. Idle processes end; worn ones are replaced.
 */
export function createProcessPool({
  setup,
  jobsPerProcess,
  yields = false,
}: ProcessPoolOptions): Renderer {
  const all = new Set<PictureProcess>()
  /** A stack: processes that are not needed stay idle long enough to end. */
  const idle: { readonly process: PictureProcess; readonly timer: NodeJS.Timeout }[] = []
  let isClosed = false

  /** Synchronous, so that no other job gets the same process. */
  function takeIdle(): PictureProcess | null {
    for (let next = idle.pop(); next !== undefined; next = idle.pop()) {
      clearTimeout(next.timer)
      if (!next.process.ended) return next.process
      all.delete(next.process)
    }
    return null
  }

  async function start(): Promise<PictureProcess> {
    const started = await startPictureProcess(setup, { yields })
    all.add(started)
    // `close` has not ended it with the others: it was still starting.
    if (isClosed) started.end()
    return started
  }

  function giveBack(process: PictureProcess): void {
    const isWorn = process.jobs >= jobsPerProcess || process.memory > KEPT
    if (isClosed || isWorn || process.ended) retire(process)
    else idle.push({ process, timer: setTimeout(() => retire(process), IDLE).unref() })
  }

  function retire(process: PictureProcess): void {
    const index = idle.findIndex((entry) => entry.process === process)
    if (index >= 0) idle.splice(index, 1)
    all.delete(process)
    process.end()
  }

  async function renderIn(
    process: PictureProcess,
    content: PictureContent,
    { job, signal }: Rendering,
  ): Promise<VariantResult | null> {
    try {
      return await process.render(content, job, signal)
    } finally {
      giveBack(process)
    }
  }

  async function startFor(signal: AbortSignal | undefined): Promise<PictureProcess> {
    const started = await start()
    if (!signal?.aborted && !isClosed) return started
    giveBack(started)
    signal?.throwIfAborted()
    throw ended()
  }

  return {
    async prepare() {
      giveBack(await start())
    },
    async render(content, job, signal) {
      const rendering = { job, signal }
      const used = takeIdle()
      const tried = used && (await renderIn(used, content, rendering))
      if (tried) return tried
      signal?.throwIfAborted()
      if (isClosed) throw ended()
      const result = await renderIn(await startFor(signal), content, rendering)
      if (result === null) throw ended()
      return result
    },
    close() {
      isClosed = true
      for (const { timer } of idle.splice(0)) clearTimeout(timer)
      for (const process of all) process.end()
      all.clear()
    },
  }
}

interface Rendering {
  readonly job: RenderJob
  readonly signal: AbortSignal | undefined
}

function ended(): Error {
  return unavailable('The process that makes pictures was ended.')
}
