import type { AuditBy, AuditEntry, Audited, AuditNote } from '../../model/audit-entry.ts'
import { auditNotes, inNotedOrder } from '../../model/audit-notes.ts'
import { AUDITED_WRITES, type AuditedRole } from '../../model/audited-writes.ts'
import { retentionEnd } from '../../model/sweep-record.ts'
import { formatTimestamp, parseTimestamp } from '../../model/timestamp.ts'
import type { Inserted, InsertRequest } from '../../ports/asset-records.ts'
import type { AuditQuery, AuditRecords } from '../../ports/audit-records.ts'
import type { MetadataStore } from '../../ports/metadata-store.ts'
import type { MemoryContext } from './context.ts'
import type { MemorySweeps } from './sweeps.ts'
import type { MemoryTable } from './transfer-tables.ts'

type Method = (...given: readonly unknown[]) => Promise<unknown>

/** The audit trail of a memory store, and what lets writes note themselves in it. */
interface MemoryAudit {
  readonly audit: AuditRecords
  /** The same role, whose writes note themselves when their request says so. */
  readonly noted: {
    readonly [Role in AuditedRole]: (records: MetadataStore[Role]) => MetadataStore[Role]
  }
  /** What a transfer moves. */
  readonly table: MemoryTable<'audit'>
}

export function createMemoryAudit(
  { clock, assertOpen, assertWritable }: MemoryContext,
  sweeps: MemorySweeps,
): MemoryAudit {
  const entries = new Map<number, AuditEntry>()
  let last = 0

  function add({ actor }: AuditBy, notes: readonly AuditNote[]): void {
    const at = formatTimestamp(clock())
    for (const note of notes) {
      last += 1
      entries.set(last, { ...structuredClone(note), number: last, at, actor })
    }
  }

  function noting<Records extends object>(role: AuditedRole, records: Records): Records {
    const methods = Object.entries(AUDITED_WRITES[role]).map(([name, verb]) => {
      const method = records[name as keyof Records] as Method
      const noted: Method = async (...given) => {
        const result = await method(...given)
        // The conditions under which a key is made say it, and not the key.
        const request = verb === 'createKey' ? Object.assign({ key: given[0] }, given[1]) : given[0]
        const by = (request as Audited).audit
        if (by !== undefined) add(by, notesOf(verb, request, result))
        return result
      }
      return [name, noted] as const
    })
    return Object.assign({}, records, Object.fromEntries(methods))
  }

  return {
    audit: {
      async list(query) {
        assertOpen()
        const { after } = query
        // One that is forgotten is older than all others.
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

    noted: {
      assets: (records) => noting('assets', records),
      owners: (records) => noting('owners', records),
      folders: (records) => noting('folders', records),
      apiKeys: (records) => noting('apiKeys', records),
      tickets: (records) => noting('tickets', records),
      versions: (records) => noting('versions', records),
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

function notesOf(
  verb: keyof typeof auditNotes,
  request: unknown,
  result: unknown,
): readonly AuditNote[] {
  if (verb === 'insert') {
    return auditNotes.insert(request as InsertRequest, (result as Inserted).assets)
  }
  const note = auditNotes[verb] as (request: unknown, result: unknown) => readonly AuditNote[]
  return inNotedOrder(note(request, result))
}

const OLDEST = formatTimestamp(0)

type Placed = Pick<AuditEntry, 'at' | 'number'>

/** By number; by time first when that is all that is asked for. */
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
