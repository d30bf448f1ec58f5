import type { PostgresPool } from '../connection/client.ts'

/**
 * How many lists may be found at a time: they can take long, and may use half of the connections, so that uploads and
 * plain lists always find one. `connections`: of a pool that does not say how many it has.
 */
export function findingPlaces(pool: PostgresPool, connections: number): number {
  const { max } = Object(Reflect.get(pool, 'options')) as { readonly max?: unknown }
  return Math.max(1, Math.floor((typeof max === 'number' ? max : connections) / 2))
}
