import type { Worker } from 'node:worker_threads'
import { startThread } from './start-thread.ts'

/** Milliseconds for which a thread without a user waits for its next one. */
const KEPT = 10_000

/**
 * Threads that run the same code. Starting one takes longer than most of the work that it is started for. So a thread
 * whose user is done with it is kept for ten seconds, and the next store that opens takes it. It holds nothing and does
 * not keep the process alive. The code answers the messages of one user after another; the first message of each is the
 * `setup`.
 */
export class KeptThreads {
  readonly #code: string
  readonly #name: string
  readonly #workerData: unknown
  #kept: Worker | null = null
  #end: NodeJS.Timeout | undefined

  constructor(code: string, name: string, workerData?: unknown) {
    this.#code = code
    this.#name = name
    this.#workerData = workerData
  }

  /** The thread that was kept, or a new one. Throws as `startThread`. */
  take(setup: unknown): Worker {
    const options = { name: this.#name, workerData: this.#workerData }
    const worker = this.#kept ?? startThread(this.#code, options)
    this.#kept = null
    clearTimeout(this.#end)
    worker.removeAllListeners()
    worker.ref()
    worker.postMessage(setup)
    return worker
  }

  /** Takes back a thread that has closed everything it had open. */
  giveBack(worker: Worker): void {
    worker.removeAllListeners()
    worker.unref()
    if (this.#kept !== null) {
      void worker.terminate()
      return
    }
    this.#kept = worker
    const forget = (): void => {
      if (this.#kept === worker) this.#kept = null
    }
    worker.on('error', forget)
    worker.on('exit', forget)
    this.#end = setTimeout(() => {
      forget()
      void worker.terminate()
    }, KEPT).unref()
  }
}
