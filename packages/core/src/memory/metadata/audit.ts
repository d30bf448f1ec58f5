import type { AuditEntry } from '../../audit/audit-entry.ts'
import type { AuditQuery, AuditRecords } from '../../audit/audit-records.ts'
import type { Recorded } from '../../events/recorded.ts'
import { retentionEnd } from '../../maintenance/sweep-record.ts'
import type { DoneWrite } from '../../ports/write-events.ts'
import { auditNotesOf } from '../../ports/write-notes.ts'
import { formatTimestamp, parseTimestamp } from '../../time/timestamp.ts'
import type { MemoryContext } from './context.ts'
import type { MemorySweeps } from './sweeps.ts'
import type { MemoryTable } from './transfer-tables.ts'

/** The audit trail of a memory store, and what writes to it. */
interface MemoryAudit {
  readonly audit: AuditRecords
  /** Adds what a write did, if its request asks for an audit entry. */
  add(done: DoneWrite): void
  /** What a transfer moves. */
  readonly table: MemoryTable<'audit'>
}

export function createMemoryAudit(
  { clock, assertOpen, assertWritable }: MemoryContext,
  sweeps: MemorySweeps,
): MemoryAudit {
  const entries = new Map<number, AuditEntry>()
  let last = 0

  return {
    audit: {
      async list(query) {
        assertOpen()
        const { after } = query
        // A forgotten entry was older than all others.
        const last = after === null ? null : (entries.get(after) ?? { at: OLDEST, number: after })
        const compare = comparisonFor(query)
        return [...entries.values()]
          .filter((entry) => isWanted(entry, query))
          .filter((entry) => last === null || compare(entry, last) > 0)
          .sort(compare)
          .slice(0, query.limit)
      },
      async prune({ olderThan, limit }) {
        assertWritable()
        const end = retentionEnd(sweeps.trusted(), clock(), olderThan)
        if (end === null) return 0
        const old = [...entries.values()].filter(({ at }) => parseTimestamp(at) < end)
        const oldest = old.sort((a, b) => parseTimestamp(a.at) - parseTimestamp(b.at))
        const gone = oldest.slice(0, limit)
        for (const { number } of gone) entries.delete(number)
        return gone.length
      },
    },

    add(done) {
      const by = (done.request as Recorded | undefined)?.record
      if (!by?.audit) return
      const at = formatTimestamp(clock())
      for (const note of auditNotesOf(done)) {
        last += 1
        entries.set(last, { ...structuredClone(note), number: last, at, actor: by.actor })
      }
    },

    table: {
      rows: () => [...entries].map(([number, entry]) => [null, String(number), entry]),
      set(_tenant, key, entry) {
        const number = Number(key)
        if (entry === null) entries.delete(number)
        else entries.set(number, entry)
        last = Math.max(last, number)
      },
    },
  }
}

const OLDEST = formatTimestamp(0)

type Placed = Pick<AuditEntry, 'at' | 'number'>

/** By number; by time first when the query filters by time alone. */
function comparisonFor(query: AuditQuery): (a: Placed, b: Placed) => number {
  const { assetId, actor, action, since, until, order } = query
  const isNarrowed = [assetId, actor, action].some((each) => each !== undefined)
  const isByTime = !isNarrowed && (since !== undefined || until !== undefined)
  const direction = order === 'oldest' ? 1 : -1
  return (a, b) =>
    direction *
    ((isByTime ? parseTimestamp(a.at) - parseTimestamp(b.at) : 0) || a.number - b.number)
}

function isWanted(entry: AuditEntry, query: AuditQuery): boolean {
  const { tenant, assetId, actor, action, since, until } = query
  const at = parseTimestamp(entry.at)
  return (
    entry.tenant === tenant &&
    (assetId === undefined || entry.assetId === assetId) &&
    (actor === undefined || entry.actor === actor) &&
    (action === undefined || entry.action === action) &&
    (since === undefined || at >= since) &&
    (until === undefined || at < until)
  )
}
