import { FairQueue } from '@stowage/core/internal'
import type { ListQuery } from '@stowage/core/ports'
import type { PostgresPool } from '../connection/client.ts'

/** Runs what it is given once there is a place; each tenant and scope has its turn. `unavailable` when too many wait already. */
export type FindQueue = <Result>(
  query: Pick<ListQuery, 'tenant' | 'scope'>,
  find: () => Promise<Result>,
) => Promise<Result>

/** At most so many run at a time. */
export function createFindQueue(places: number): FindQueue {
  const waiting = new FairQueue<() => void>()
  let free = places
  return async ({ tenant, scope = null }, find) => {
    const owner = JSON.stringify([tenant, scope])
    if (free > 0) free -= 1
    else await new Promise<void>((go) => waiting.add(owner, go))
    try {
      return await find()
    } finally {
      const next = waiting.next()
      if (next === undefined) free += 1
      else next()
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
