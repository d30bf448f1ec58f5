import { randomUUID } from 'node:crypto'
import { erasureInProgress } from '../../errors/erasure-errors.ts'
import { recordingEnded, transferRefused, writesRefused } from '../../errors/metadata-errors.ts'
import type {
  TransferEntry,
  TransferKind,
  TransferProgress,
  TransferSource,
  TransferState,
  TransferTarget,
} from '../../ports/transfer.ts'
import type { MemoryTable, MemoryTables } from './transfer-tables.ts'

interface MemoryTransfer {
  readonly source: TransferSource
  readonly target: TransferTarget
  /** Whether the records are being moved to another database, or were. */
  isMoving(): boolean
  /** Throws while writes are refused. */
  assertServing(): void
}

/**
 * The transfer of a memory store in its simplest form: it finds changes by comparing everything with its
 * state at the previous call.
 */
export function createMemoryTransfer(
  tables: MemoryTables,
  erasing: ReadonlySet<string>,
): MemoryTransfer {
  const kinds = Object.keys(tables) as TransferKind[]
  const serving: TransferState = { phase: 'serving', id: null }
  let standing = serving
  let pausedUntil = Number.NEGATIVE_INFINITY
  let progress: TransferProgress | null = null
  let seen = new Map<string, { readonly json: string; readonly n: number }>()
  let count = 0

  function state(): TransferState {
    const paused = standing.phase === 'paused' && Date.now() >= pausedUntil
    if (paused) standing = { ...standing, phase: 'recording' }
    return standing
  }

  function isRecorded(): boolean {
    return ['recording', 'paused'].includes(state().phase)
  }

  function everything(): Map<string, TransferEntry> {
    const all = kinds.flatMap((kind, index) =>
      tables[kind].rows().map(([tenant, key, value]) => {
        const entry = { kind, tenant, key, value } as TransferEntry
        return [JSON.stringify([index, tenant, key]), entry] as const
      }),
    )
    return new Map(all.sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  function gone(name: string): TransferEntry {
    const [index, tenant, key] = JSON.parse(name) as [number, string | null, string]
    return { kind: kinds[index] as TransferKind, tenant, key, value: null }
  }

  /** Gives everything that changed a new number. */
  function lookForChanges(now: ReadonlyMap<string, TransferEntry>): void {
    for (const name of new Set([...seen.keys(), ...now.keys()])) {
      const json = JSON.stringify(now.get(name) ?? null)
      if ((seen.get(name)?.json ?? 'null') === json) continue
      count += 1
      seen.set(name, { json, n: count })
    }
  }

  const source: TransferSource = {
    state: async () => state(),

    async record() {
      if (state().id === null) {
        const [erased] = erasing
        if (erased !== undefined) throw erasureInProgress(erased)
        standing = { phase: 'recording', id: randomUUID() }
        count = 0
        const now = [...everything()]
        seen = new Map(now.map(([name, entry]) => [name, { json: JSON.stringify(entry), n: 0 }]))
      }
      return standing.id ?? ''
    },

    async entries({ after, limit }) {
      const rest = [...everything()].filter(([name]) => after === null || name > after)
      const page = rest.slice(0, limit)
      const next = rest.length > limit ? (page.at(-1)?.[0] ?? null) : null
      return { entries: page.map(([, entry]) => entry), next }
    },

    async recordedBytes() {
      if (!isRecorded()) return 0
      lookForChanges(everything())
      const changed = [...seen].filter(([, { n }]) => n > 0)
      return changed.reduce((sum, [name, { json }]) => sum + name.length + json.length, 0)
    },

    async changes({ after, limit }) {
      if (!isRecorded()) throw recordingEnded()
      const now = everything()
      lookForChanges(now)
      const page = [...seen]
        .filter(([, { n }]) => n > after)
        .sort(([, a], [, b]) => a.n - b.n)
        .slice(0, limit)
      const entries = page.map(([name]) => now.get(name) ?? gone(name))
      return { entries, last: page.at(-1)?.[1].n ?? after }
    },

    async pauseWrites(millis) {
      if (!isRecorded()) throw recordingEnded()
      standing = { ...standing, phase: 'paused' }
      pausedUntil = Date.now() + millis
    },

    async resumeWrites() {
      if (state().phase === 'paused') standing = { ...standing, phase: 'recording' }
    },

    async handOver() {
      if (state().phase !== 'paused') return false
      standing = { ...standing, phase: 'moved' }
      return true
    },

    async stop() {
      if (state().phase === 'moved') {
        throw transferRefused('The records have moved to another database.')
      }
      standing = serving
    },
  }

  function isEmpty(): boolean {
    const { tenant, key, ticket, asset, job } = tables
    return [tenant, key, ticket, asset, job].every(({ rows }) => rows().length === 0)
  }

  const target: TransferTarget = {
    progress: async () => progress,
    isEmpty: async () => isEmpty(),

    async receive(request) {
      if (progress === null) {
        if (!isEmpty()) throw transferRefused('Only an empty database can be filled from another.')
      } else if (progress.id !== request.progress.id) {
        throw transferRefused('This database is being filled from another one.')
      }
      progress = request.progress
      for (const { kind, tenant, key, value } of request.entries) {
        const table = tables[kind] as MemoryTable<TransferKind>
        table.set(tenant ?? '', key, value)
      }
    },
  }

  return {
    source,
    target,
    isMoving: () => standing.phase !== 'serving',
    assertServing() {
      const { phase } = state()
      if (phase === 'paused' || phase === 'moved') throw writesRefused(phase)
    },
  }
}
