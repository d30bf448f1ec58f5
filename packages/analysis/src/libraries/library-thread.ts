import type { Worker } from 'node:worker_threads'
import type { Measures } from '../facts/measures.ts'
import { type BoundedReader, BudgetExceeded } from '../reading/bounded-reader.ts'
import type { Question } from './libraries.ts'
import { isModuleMissing, LibrariesUnavailable } from './libraries-unavailable.ts'
import type { FromLibrary, ToLibrary } from './library-messages.ts'

/** A thread that runs format libraries. One file at a time. */
export interface LibraryThread {
  /** Whether the thread is gone, so that nothing can be run any more. */
  readonly ended: boolean
  /**
   * Asks about one file, and serves the reads of the thread from `reader`. It ends a thread that takes more memory
   * than it has, or longer than `maxTime` milliseconds once the library is loaded. Then the call rejects with
   * `BudgetExceeded`.
   */
  run(
    question: Question,
    reader: BoundedReader,
    options: { readonly mimeType: string; readonly maxTime: number },
  ): Promise<Measures>
}

/** Milliseconds that loading a library may take, which is no fault of the file. */
const LONGEST_LOAD = 10_000

interface Job {
  readonly reader: BoundedReader
  /** The library is loaded: from now on the time of the file counts. */
  readonly begin: () => void
  readonly resolve: (measures: Measures) => void
  readonly reject: (cause: unknown) => void
}

/**
 * Takes over a worker that runs `library.worker.ts`, which then does not keep the process alive. Resolves when it
 * has started; rejects with `LibrariesUnavailable` when it does not exist.
 */
export async function openLibraryThread(worker: Worker): Promise<LibraryThread> {
  let job: Job | undefined
  let ended = false
  let refusal: unknown

  worker.on('message', (message: FromLibrary) => {
    if ('read' in message) void serve(message.read)
    else if ('loaded' in message) job?.begin()
    else if ('measures' in message) job?.resolve(message.measures)
    else if ('missing' in message) job?.reject(new LibrariesUnavailable(message.missing))
    else if ('failure' in message) job?.reject(refusal ?? new RangeError(message.failure))
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

  /** Answers a read. When the reader refuses it, the whole task fails with that error, not with the library's. */
  async function serve({ start, end }: { start: number; end: number }): Promise<void> {
    const asked = job
    try {
      // Copied, because a window of a larger buffer would take all of that along.
      const bytes = asked && new Uint8Array(await asked.reader.read(start, end))
      if (asked === job) send({ bytes: bytes ?? null }, bytes)
    } catch (cause) {
      if (asked !== job) return
      refusal ??= cause
      send({ bytes: null })
    }
  }

  function send(message: ToLibrary, bytes?: Uint8Array<ArrayBuffer>): void {
    worker.postMessage(message, bytes ? [bytes.buffer] : [])
  }

  return {
    get ended() {
      return ended
    },
    async run(question, reader, { mimeType, maxTime }) {
      const head = new Uint8Array(await reader.head())
      if (ended) throw new Error('The library thread ended.')
      refusal = undefined
      let timer: NodeJS.Timeout | undefined
      try {
        return await new Promise<Measures>((resolve, reject) => {
          const limit = (milliseconds: number) => {
            clearTimeout(timer)
            timer = setTimeout(() => {
              end(new BudgetExceeded('time'))
              void worker.terminate()
            }, milliseconds)
          }
          job = { reader, begin: () => limit(maxTime), resolve, reject }
          limit(LONGEST_LOAD)
          send({ question, mimeType, size: reader.size, head }, head)
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
        reject(isModuleMissing(error) ? new LibrariesUnavailable(error) : error)
      })
      worker.once('exit', () => reject(new Error('The library thread did not start.')))
      timer = setTimeout(() => void worker.terminate(), LONGEST_LOAD)
    })
  } finally {
    clearTimeout(timer)
  }
}
