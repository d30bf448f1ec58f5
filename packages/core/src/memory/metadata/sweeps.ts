import {
  lastIsTrusted,
  nextSweepRecord,
  type SweepRecord,
  type TrustedSweeps,
} from '../../maintenance/sweep-record.ts'
import type { SweepRecords } from '../../maintenance/sweep-records.ts'
import { TICKET_RETENTION } from '../../tickets/ticket-memory.ts'
import { addMillis, formatTimestamp } from '../../time/timestamp.ts'
import type { MemoryContext } from './context.ts'
import type { MemoryIdempotency } from './idempotency.ts'
import type { MemoryLeases } from './leases.ts'
import type { MemoryTickets } from './tickets.ts'
import type { MemoryTombstones } from './tombstones.ts'

/** What a memory store remembers of its sweeps. */
export interface MemorySweeps extends SweepRecords {
  /** The sweeps that trusted their clock; `null` when none did. */
  trusted(): TrustedSweeps | null
}

export function createMemorySweeps(
  { clock, assertWritable }: MemoryContext,
  {
    tombstones,
    idempotency,
    tickets,
    leases,
  }: {
    readonly tombstones: MemoryTombstones
    readonly idempotency: MemoryIdempotency
    readonly tickets: MemoryTickets
    readonly leases: MemoryLeases
  },
): MemorySweeps {
  let last: SweepRecord | null = null

  return {
    trusted: () => last?.trusted ?? null,

    async record({ tolerance }) {
      assertWritable()
      last = nextSweepRecord(last, clock(), tolerance)
      return lastIsTrusted(last)
    },

    async pruneExpired({ purgedFor, limit }) {
      assertWritable()
      const now = clock()
      const pruned = [
        tombstones.prune(formatTimestamp(addMillis(now, -purgedFor)), limit),
        idempotency.prune(formatTimestamp(now), limit),
        tickets.prune(formatTimestamp(addMillis(now, -TICKET_RETENTION)), limit),
        leases.prune(now, limit),
      ]
      return pruned.includes(limit)
    },
  }
}
