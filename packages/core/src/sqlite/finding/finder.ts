import type { Worker } from 'node:worker_threads'
import type { AssetList, ListQuery } from '../../assets/asset-records.ts'
import { FairQueue } from '../../async/fair-queue.ts'
import { KeptThreads } from '../../async/kept-threads.ts'
import { type Turn, turnOf } from '../../async/turn.ts'
import type { AuditEntry } from '../../audit/audit-entry.ts'
import type { AuditQuery } from '../../audit/audit-records.ts'
import { storeClosed } from '../../errors/metadata-errors.ts'
import { isStowageError, StowageError } from '../../errors/stowage-error.ts'
import { toThreadError } from '../../errors/system-errors.ts'
import type { ThreadRole } from '../connection/thread-role.ts'
import workerCode from '../threads/sqlite.worker.ts?worker'
import { fromPlainError } from '../writer/plain-error.ts'
import type { FinderReply, FinderRequest, FinderSetup, Search } from './finder-messages.ts'

const threads = new KeptThreads(workerCode, 'stowage-sqlite-finder', {
  role: 'finder',
} satisfies ThreadRole)

/**
 * Finds what may take longer than a moment, one search at a time. Tenants take turns, and so do the callers of a tenant.
 */
export interface Finder {
  /** `AssetRecords.list` of any filter and order. `unavailable` when too many lists wait already. */
  find(query: ListQuery): Promise<AssetList>
  /** `AuditRecords.list` with any conditions. Otherwise as `find`. */
  findAudit(query: AuditQuery): Promise<readonly AuditEntry[]>
  /** Releases the thread after it has answered lists under way. Later lists are `closed`. Idempotent. */
  close(): Promise<void>
}

interface Waiting {
  readonly search: Search
  resolve(found: AssetList | readonly AuditEntry[]): void
  reject(error: unknown): void
}

/**
 * Finds in a separate thread, so that a list that reads a million rows blocks neither the event loop nor lists that
 * need no search. The thread starts with the first such list; while idle it does not keep the process alive.
 */
export function createFinder(setup: FinderSetup): Finder {
  const waiting = new FairQueue<Waiting>()
  /** The list sent to the thread. None is sent ahead of time: a newcomer would wait for it too. */
  let underWay: Waiting | null = null
  let open = true
  let worker: Worker | null = null
  let exit: Promise<void> = Promise.resolve()
  let idle: (() => void) | undefined
  let letGo: (() => void) | undefined
  let closed: Promise<void> | undefined

  function start(): Worker {
    const started = threads.take(setup)
    let crash: unknown
    started.on('message', settle)
    started.on('error', (error) => {
      crash = error
    })
    exit = new Promise((resolve) => {
      started.on('exit', () => {
        if (worker === started) {
          worker = null
          underWay?.reject(threadFailure(crash))
          underWay = null
          proceed()
        }
        resolve()
      })
    })
    return started
  }

  /** Sends the next list to the thread. */
  function proceed(): void {
    while (underWay === null) {
      const next = waiting.next()
      if (next === undefined) {
        worker?.unref()
        idle?.()
        return
      }
      try {
        worker ??= start()
      } catch (error) {
        next.reject(threadFailure(error))
        continue
      }
      underWay = next
      worker.ref()
      worker.postMessage(next.search satisfies FinderRequest)
    }
  }

  function settle(reply: FinderReply): void {
    if ('closed' in reply) {
      letGo?.()
      return
    }
    const asked = underWay
    underWay = null
    if ('found' in reply) asked?.resolve(reply.found)
    else {
      asked?.reject(fromPlainError(reply.failure))
      if (!reply.opened) dismiss()
    }
    proceed()
  }

  /** What a thread could not load, Node never looks for again there. */
  function dismiss(): void {
    const dismissed = worker
    worker = null
    void dismissed?.terminate()
  }

  async function end(): Promise<void> {
    if (underWay !== null) await new Promise<void>((resolve) => (idle = resolve))
    if (worker === null) return
    const closing = worker
    const isClosed = new Promise<void>((resolve) => (letGo = resolve))
    closing.ref()
    closing.postMessage('close' satisfies FinderRequest)
    await Promise.race([isClosed, exit])
    if (worker === closing) threads.giveBack(closing)
    worker = null
  }

  function ask<Found>(search: Search, turn: Turn, signal?: AbortSignal): Promise<Found> {
    if (!open) return Promise.reject(storeClosed())
    if (signal?.aborted) return Promise.reject(signal.reason)
    return new Promise((resolve, reject) => {
      waiting.add(turn, { search, resolve: resolve as Waiting['resolve'], reject }, signal)
      proceed()
    })
  }

  return {
    find({ signal, ...query }) {
      const { tenant, caller, scope } = query
      return ask({ list: query }, turnOf({ tenant, caller, scope }), signal)
    },
    findAudit({ signal, ...query }) {
      return ask({ audit: query }, turnOf({ tenant: query.tenant, caller: null }), signal)
    },
    close() {
      open = false
      closed ??= end()
      return closed
    },
  }
}

/** What a caller gets when the thread ended, or could not start. */
function threadFailure(error: unknown): StowageError {
  // The system may have had no room for a thread; that error says what to do.
  const answered = toThreadError(error)
  if (isStowageError(answered)) return answered
  const cause = new Error('The finding thread ended.', { cause: error })
  return new StowageError('unavailable', 'The list could not be read. Try again.', { cause })
}
