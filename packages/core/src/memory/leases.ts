import { isInForce, requireLeaseDuration } from '../model/lease-time.ts'
import { formatTimestamp, type Micros, parseTimestamp } from '../model/timestamp.ts'
import { HOLD_PREFIX } from '../ports/metadata-store.ts'
import type { TransferValues } from '../ports/transfer.ts'
import { type MemoryTable, tableOf } from './transfer-tables.ts'

/** The leases of a memory store, at a given time. */
export interface MemoryLeases {
  /** `MetadataStore.lease` */
  lease(
    request: { readonly name: string; readonly holder: string; readonly duration: number },
    now: Micros,
  ): boolean
  /** Whether a hold is in force, so that no blob may be deleted. */
  isHeld(now: Micros): boolean
  /** Forgets those that have expired, at most `limit`; tells how many. */
  forget(now: Micros, limit: number): number
  /** What a transfer moves. */
  readonly table: MemoryTable<'lease'>
}

export function createMemoryLeases(): MemoryLeases {
  const leases = new Map<string, TransferValues['lease']>()

  return {
    lease({ name, holder, duration }, now) {
      const until = now + requireLeaseDuration(duration) * 1000
      const current = leases.get(name)
      const isOthers = current !== undefined && current.holder !== holder
      if (isOthers && isInForce(parseTimestamp(current.until), now)) return false
      if (duration > 0) leases.set(name, { holder, until: formatTimestamp(until) })
      else if (!isOthers) leases.delete(name)
      return duration > 0
    },

    isHeld: (now) =>
      [...leases].some(
        ([name, { until }]) =>
          name.startsWith(HOLD_PREFIX) && isInForce(parseTimestamp(until), now),
      ),

    forget(now, limit) {
      const ended = [...leases].filter(([, { until }]) => !isInForce(parseTimestamp(until), now))
      for (const [name] of ended.slice(0, limit)) leases.delete(name)
      return Math.min(ended.length, limit)
    },

    table: tableOf(leases),
  }
}
