import type { Worker } from 'node:worker_threads'
import { type BoundedReader, BudgetExceeded } from '../reading/bounded-reader.ts'
import { isModuleMissing, LibrariesUnavailable } from './libraries-unavailable.ts'
import type { FromLibrary, LibraryTask } from './library-messages.ts'
import { LibraryNotLoaded, whyNotLoaded } from './library-not-loaded.ts'

/** A thread that runs the library. One file at a time. */
export interface LibraryThread {
  /** Whether the thread has ended and can run nothing more. */
  readonly ended: boolean
  /**
   * Asks for the type of one file. It ends a thread that takes more memory than it has, or longer than `maxTimeMs`
   * milliseconds once the library is loaded. Then the call rejects with `BudgetExceeded`. Rejects with
   * `LibraryNotLoaded`, and ends the thread, when the library cannot be loaded now.
   */
  run(reader: BoundedReader, maxTimeMs: number): Promise<string | undefined>
}

/** Milliseconds that loading a library may take, which is no fault of the file. */
const LONGEST_LOAD = 10_000

interface Job {
  /** Called once the library is loaded: from then on the file's time counts. */
  readonly begin: () => void
  readonly resolve: (mimeType: string | undefined) => void
  readonly reject: (cause: unknown) => void
}

/**
 * Takes over a worker that runs `library.worker.ts`, and stops it from keeping the process alive. Resolves when it has
 * started; rejects with `LibrariesUnavailable` when it does not exist, and else with `LibraryNotLoaded`.
 */
export async function openLibraryThread(worker: Worker): Promise<LibraryThread> {
  let job: Job | undefined
  let ended = false

  worker.on('message', (message: FromLibrary) => {
    if ('loaded' in message) job?.begin()
    else if ('mimeType' in message) job?.resolve(message.mimeType ?? undefined)
    else if ('missing' in message) job?.reject(new LibrariesUnavailable(message.missing))
    else if ('notLoaded' in message) {
      end(new LibraryNotLoaded(message.notLoaded))
      // It would not load it later either.
      void worker.terminate()
    } else if ('failure' in message) job?.reject(new RangeError(message.failure))
  })
  worker.on('error', (error: NodeJS.ErrnoException) => {
    const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    end(isMemory ? new BudgetExceeded('budget') : error)
  })
  worker.on('exit', () => end(new Error('The library thread ended.')))
  await started(worker)
  worker.unref()

  function end(cause: unknown): void {
    ended = true
    job?.reject(cause)
  }

  return {
    get ended() {
      return ended
    },
    async run(reader, maxTimeMs) {
      const head = new Uint8Array(await reader.head())
      if (ended) throw new Error('The library thread ended.')
      let timer: NodeJS.Timeout | undefined
      try {
        return await new Promise<string | undefined>((resolve, reject) => {
          const limit = (milliseconds: number) => {
            clearTimeout(timer)
            timer = setTimeout(() => {
              end(new BudgetExceeded('time'))
              void worker.terminate()
            }, milliseconds)
          }
          job = { begin: () => limit(maxTimeMs), resolve, reject }
          limit(LONGEST_LOAD)
          worker.postMessage({ head } satisfies LibraryTask, [head.buffer])
        })
      } finally {
        clearTimeout(timer)
        job = undefined
      }
    },
  }
}

async function started(worker: Worker): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  try {
    await new Promise<void>((resolve, reject) => {
      worker.once('message', () => resolve())
      worker.once('error', (error) => {
        const isMissing = isModuleMissing(error)
        reject(
          isMissing
            ? new LibrariesUnavailable(error)
            : new LibraryNotLoaded(whyNotLoaded(error), error),
        )
      })
      worker.once('exit', () => {
        reject(new LibraryNotLoaded({ message: 'The library thread did not start.' }))
      })
      timer = setTimeout(() => void worker.terminate(), LONGEST_LOAD)
    })
  } finally {
    clearTimeout(timer)
  }
}
