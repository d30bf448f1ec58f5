import type { PostgresPool } from './client.ts'
import type { QueryFailure } from './failure.ts'

/** Milliseconds after which the first in line tries again even if no connection was given back. */
const PAUSE = 100

/** The calls that wait because the server refused their pool a connection: first come, first served. */
export interface ConnectionLine {
  /** The latest refusal; `null` while nobody waits. */
  readonly refusal: QueryFailure | null
  /** Waits at the end of the line. `false` when the time is over before its turn comes. */
  join(milliseconds: number): Promise<boolean>
  /** Waits at the head of the line: for a call that was refused at its turn. */
  rejoin(refusal: QueryFailure, milliseconds: number): Promise<boolean>
  /** Lets the first in line try: a connection was given back. */
  next(): void
}

const lines = new WeakMap<PostgresPool, ConnectionLine>()

/** The line of a pool: one, however many stores use the pool. */
export function lineOf(pool: PostgresPool): ConnectionLine {
  const line = lines.get(pool) ?? createLine()
  lines.set(pool, line)
  return line
}

function createLine(): ConnectionLine {
  const waiting: (() => void)[] = []
  let latest: QueryFailure | null = null
  let timer: NodeJS.Timeout | undefined

  function next(): void {
    waiting.shift()?.()
    if (waiting.length > 0) return
    clearInterval(timer)
    timer = undefined
  }

  function wait(milliseconds: number, where: 'unshift' | 'push'): Promise<boolean> {
    return new Promise((resolve) => {
      const turn = (): void => {
        clearTimeout(limit)
        resolve(true)
      }
      const limit = setTimeout(() => {
        waiting.splice(waiting.indexOf(turn), 1)
        resolve(false)
      }, milliseconds)
      waiting[where](turn)
      timer ??= setInterval(next, PAUSE)
    })
  }

  return {
    get refusal() {
      return waiting.length > 0 ? latest : null
    },
    join: (milliseconds) => wait(milliseconds, 'push'),
    rejoin(refusal, milliseconds) {
      latest = refusal
      return wait(milliseconds, 'unshift')
    },
    next,
  }
}
