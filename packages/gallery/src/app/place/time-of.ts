import type { Sort } from './types.ts'

/** The time that a list is sorted by; `null`: by something else. */
export function timeOf(sort: Sort): 'created_at' | 'updated_at' | null {
  const by = sort.replace(/^-/, '')
  return by === 'created_at' || by === 'updated_at' ? by : null
}
