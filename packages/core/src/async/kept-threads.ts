import { Worker } from 'node:worker_threads'

/** Milliseconds for which a thread without work waits for its next. */
const KEPT = 10_000

/**
 * Threads that run one code. To start one takes longer than most of what it is started for, so one that its user has
 * done with is kept for ten seconds: the next store that opens takes it. It holds nothing and does not keep the process
 * alive. The code answers to the messages of one user after the other; the first of each is the `setup`.
 */
export class KeptThreads {
  readonly #code: string
  readonly #name: string
  #kept: Worker | null = null
  #end: NodeJS.Timeout | undefined

  constructor(code: string, name: string) {
    this.#code = code
    this.#name = name
  }

  /** The thread that was kept, or a new one. */
  take(setup: unknown): Worker {
    const worker = this.#kept ?? this.#start()
    this.#kept = null
    clearTimeout(this.#end)
    worker.removeAllListeners()
    worker.ref()
    worker.postMessage(setup)
    return worker
  }

  /** Of a thread that has let go of all that it had open. */
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

  #start(): Worker {
    // The flags of this process (loaders, inspectors) are not for code that is bundled and plain.
    return new Worker(this.#code, { eval: true, execArgv: [], name: this.#name })
  }
}
