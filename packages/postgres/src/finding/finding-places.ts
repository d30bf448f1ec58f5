import type { PostgresPool } from '../connection/client.ts'

/**
 * How many lists may be found at a time. They can take long, so they may use half of the connections: uploads and
 * plain lists always find a free one. `connections`: the size of a pool that does not report it.
 */
export function findingPlaces(pool: PostgresPool, connections: number): number {
  const { max } = Object(Reflect.get(pool, 'options')) as { readonly max?: unknown }
  return Math.max(1, Math.floor((typeof max === 'number' ? max : connections) / 2))
}
