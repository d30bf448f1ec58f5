import type { Worker } from 'node:worker_threads'
import { KeptThreads } from '../../async/kept-threads.ts'
import { toThreadError } from '../../errors/system-errors.ts'
import { createMigrationWarning } from '../../events/migration-warning.ts'
import type { ThreadRole } from '../connection/thread-role.ts'
import workerCode from '../threads/sqlite.worker.ts?worker'
import type { Outcome } from './batch.ts'
import { fromPlainError } from './plain-error.ts'
import type {
  WriterBatch,
  WriterProgress,
  WriterReply,
  WriterRequest,
  WriterSetup,
} from './writer-messages.ts'

/** The thread that holds the writing connection. One batch at a time. */
export interface WriterThread {
  /** Whether the thread is gone, so that nothing can be run any more. */
  readonly ended: boolean
  /** Resolves after the commit. Rejects with any error when the thread died meanwhile. */
  run(batch: WriterBatch): Promise<readonly Outcome[]>
  /** See `scrub`. Rejects with its `StowageError`, or with any error when the thread died meanwhile. */
  scrub(): Promise<void>
  /** Closes the connection and releases the thread for other stores. */
  close(): Promise<void>
}

const threads = new KeptThreads(workerCode, 'stowage-sqlite-writer', {
  role: 'writer',
} satisfies ThreadRole)

/** Starts a worker with the writer's code, which opens the database. */
export function spawnWriter(setup: WriterSetup): Worker {
  return threads.take(setup)
}

/**
 * Waits until the worker has opened, and if needed migrated, the database. Rejects with its `StowageError`
 * when it cannot. The worker keeps the process alive only while it has work.
 */
export async function openWriterThread(worker: Worker): Promise<WriterThread> {
  let settle: ((answer: WriterReply) => void) | null = null
  let fail: ((error: Error) => void) | null = null
  let crash: unknown
  let ended = false
  const warn = createMigrationWarning()
  worker.on('message', (reply: WriterReply | WriterProgress) => {
    if ('migrating' in reply) warn(reply.migrating)
    else settle?.(reply)
  })
  worker.on('error', (error) => {
    crash = error
  })
  worker.on('exit', () => {
    ended = true
    fail?.(new Error('The writer thread ended.', { cause: crash }))
  })

  function answer(): Promise<readonly Outcome[]> {
    return new Promise((resolve, reject) => {
      fail = reject
      settle = (reply) => {
        settle = null
        fail = null
        if ('failure' in reply) reject(fromPlainError(reply.failure))
        else resolve(reply.outcomes)
      }
    })
  }

  async function ask(request: WriterRequest): Promise<readonly Outcome[]> {
    worker.postMessage(request)
    worker.ref()
    try {
      return await answer()
    } finally {
      worker.unref()
    }
  }

  try {
    await answer()
  } catch (error) {
    void worker.terminate()
    // The system may have had no room for a thread; that error says what to do.
    throw crash === undefined ? error : toThreadError(crash)
  }
  worker.unref()
  return {
    get ended() {
      return ended
    },
    run: ask,
    async scrub() {
      await ask('scrub')
    },
    async close() {
      if (ended) return
      await ask('close').catch(() => undefined)
      if (ended) return
      ended = true
      threads.giveBack(worker)
    },
  }
}
