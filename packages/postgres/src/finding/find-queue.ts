import { FairQueue, type Turn } from '@stowage/core/internal'
import type { PostgresPool } from '../connection/client.ts'

/** Runs what it is given once there is a place; see `FairQueue`. `unavailable` when too many wait already. */
export type FindQueue = <Result>(turn: Turn, find: () => Promise<Result>) => Promise<Result>

/** At most so many run at a time. */
export function createFindQueue(places: number): FindQueue {
  const waiting = new FairQueue<{ resolve(): void; reject(error: unknown): void }>()
  let free = places
  return async (turn, find) => {
    if (free > 0) free -= 1
    else {
      await new Promise<void>((resolve, reject) => waiting.add(turn, { resolve, reject }))
    }
    try {
      return await find()
    } finally {
      const next = waiting.next()
      if (next === undefined) free += 1
      else next.resolve()
    }
  }
}

/**
 * How many lists may be found at a time: they can take long, and may use half of the connections, so that uploads and
 * plain lists always find one. `connections`: of a pool that does not say how many it has.
 */
export function findingPlaces(pool: PostgresPool, connections: number): number {
  const { max } = Object(Reflect.get(pool, 'options')) as { readonly max?: unknown }
  return Math.max(1, Math.floor((typeof max === 'number' ? max : connections) / 2))
}
