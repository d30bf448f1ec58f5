import { setTimeout as sleep } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import { type BoundedReader, BudgetExceeded } from '../reading/bounded-reader.ts'
import type { Libraries } from './libraries.ts'
import { LibrariesUnavailable } from './libraries-unavailable.ts'
import { LibraryNotLoaded, whyNotLoaded } from './library-not-loaded.ts'
import { type LibraryThread, openLibraryThread } from './library-thread.ts'
import { startLibraryWorker } from './start-library-worker.ts'

export interface LibraryPoolOptions {
  /** Default 2: more files than that wait. */
  readonly maxThreads?: number
  /** Milliseconds that a library may take for one file; waiting for a thread does not count. Default 1,500. */
  readonly maxTimeMs?: number
  /** Starts a thread. Default: one that runs the libraries with a heap of at most 64 MiB. */
  readonly start?: () => Worker
}

/** Milliseconds that a file waits for a thread that can be loaded, and between two attempts. */
const PATIENCE = 5000
const PAUSE = 50

/** Runs the library in a few threads. They start on demand, also to replace those that had to be ended. */
export function createLibraryPool(options: LibraryPoolOptions = {}): Libraries {
  const { maxThreads = 2, maxTimeMs = 1500, start = startLibraryWorker } = options
  const workers = new Set<Worker>()
  const idle: LibraryThread[] = []
  const limit = pLimit(maxThreads)
  /** How often the pool was closed. */
  let closings = 0
  /** Whether the last file gave up waiting: the next ones, whose time has passed meanwhile, do not wait again. */
  let isLacking = false

  async function ready(): Promise<LibraryThread> {
    for (let thread = idle.pop(); thread; thread = idle.pop()) {
      if (!thread.ended) return thread
    }
    const worker = started()
    workers.add(worker)
    worker.once('exit', () => workers.delete(worker))
    return openLibraryThread(worker)
  }

  function started(): Worker {
    try {
      return start()
    } catch (error) {
      if (error instanceof LibrariesUnavailable) throw error
      throw new LibraryNotLoaded(whyNotLoaded(error), error)
    }
  }

  async function answer(reader: BoundedReader): Promise<string | undefined> {
    const thread = await ready()
    isLacking = false
    try {
      return await thread.run(reader, maxTimeMs)
    } finally {
      if (!thread.ended) idle.push(thread)
    }
  }

  return {
    typeOf(reader) {
      const closingsBefore = closings
      return limit(async () => {
        if (reader.timeLeft <= 0) throw new BudgetExceeded('time')
        const patience = Math.min(PATIENCE, reader.timeLeft / 2)
        for (const deadline = performance.now() + patience; ; await sleep(PAUSE)) {
          if (closings !== closingsBefore) throw new Error('The analyzer was closed.')
          try {
            return await answer(reader)
          } catch (error) {
            if (!(error instanceof LibraryNotLoaded)) throw error
            isLacking ||= performance.now() > deadline
            if (isLacking) throw error
          }
        }
      })
    },
    async close() {
      closings += 1
      await Promise.all([...workers].map(stop))
    },
  }
}

async function stop(worker: Worker): Promise<void> {
  // Otherwise the process could end while this waits.
  worker.ref()
  await worker.terminate()
}
