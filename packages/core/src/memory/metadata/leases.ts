import type { LeaseRecords } from '../../leases/lease-records.ts'
import type { TransferValues } from '../../ports/transfer.ts'
import { HOLD_PREFIX, isInForce, requireLeaseDuration } from '../../time/lease-time.ts'
import { addMillis, formatTimestamp, type Micros, parseTimestamp } from '../../time/timestamp.ts'
import type { MemoryContext } from './context.ts'
import { type MemoryTable, tableOf } from './transfer-tables.ts'

/** The leases of a memory store. */
export interface MemoryLeases extends LeaseRecords {
  /** Whether a hold is in force, so that no blob may be deleted. */
  isHeld(now: Micros): boolean
  /** Forgets leases that have expired, at most `limit`. Returns how many. */
  prune(now: Micros, limit: number): number
  /** What a transfer moves. */
  readonly table: MemoryTable<'lease'>
}

export function createMemoryLeases({ clock, assertWritable }: MemoryContext): MemoryLeases {
  const leases = new Map<string, TransferValues['lease']>()

  return {
    async acquire({ name, holder, duration }) {
      assertWritable()
      const now = clock()
      const until = addMillis(now, requireLeaseDuration(duration))
      const current = leases.get(name)
      const isOthers = current !== undefined && current.holder !== holder
      if (isOthers && isInForce(parseTimestamp(current.until), now)) return false
      leases.set(name, { holder, until: formatTimestamp(until) })
      return true
    },

    async release({ name, holder }) {
      assertWritable()
      if (leases.get(name)?.holder === holder) leases.delete(name)
    },

    isHeld: (now) =>
      [...leases].some(
        ([name, { until }]) =>
          name.startsWith(HOLD_PREFIX) && isInForce(parseTimestamp(until), now),
      ),

    prune(now, limit) {
      const ended = [...leases].filter(([, { until }]) => !isInForce(parseTimestamp(until), now))
      for (const [name] of ended.slice(0, limit)) leases.delete(name)
      return Math.min(ended.length, limit)
    },

    table: tableOf(leases),
  }
}
