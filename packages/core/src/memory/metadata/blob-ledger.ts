import type { Timestamp } from '../../assets/asset.ts'
import type { BlobLedger } from '../../blobs/blob-ledger.ts'
import type { BlobState } from '../../blobs/blob-state.ts'
import { alreadyExists, reservationLost } from '../../errors/metadata-errors.ts'
import type { TransferValues } from '../../ports/transfer.ts'
import { addMillis, formatTimestamp, type Micros } from '../../time/timestamp.ts'
import type { MemoryContext } from './context.ts'
import { type MemoryTable, tableOf } from './transfer-tables.ts'

/** The blob keys of a memory store. */
export interface MemoryBlobLedger extends BlobLedger {
  /** `reservation_lost` unless all are reserved, and distinct. */
  assertReserved(keys: readonly string[]): void
  /** Makes a reservation last until then, if it does not already; `reservation_lost`. `null`: there is none. */
  extend(key: string | null, until: Timestamp): void
  /** A record takes the blobs over. */
  take(keys: readonly string[]): void
  /** Claims blobs that no record of the tenant has any more. */
  addClaims(
    freed: { readonly tenant: string; readonly keys: readonly string[] },
    due: Timestamp,
  ): void
  /** Makes claimed blobs that are, or may be, the tenant's and could not be deleted yet due then, if not earlier. */
  makeClaimsDue(tenant: string, due: Timestamp): void
  /** Whether a blob of the tenant is claimed and was not deleted yet. */
  hasClaims(tenant: string): boolean
  /** The tenant is gone: clears it from its remaining claims, which wait for their second deletion. */
  clearClaimTenant(tenant: string): void
  /** What a transfer moves. */
  readonly table: MemoryTable<'blob'>
}

export function createMemoryBlobLedger(
  { clock, assertOpen, assertWritable }: MemoryContext,
  { isHeld }: { readonly isHeld: (now: Micros) => boolean },
): MemoryBlobLedger {
  const blobs = new Map<string, TransferValues['blob']>()
  const stateOf = (key: string) => blobs.get(key)?.state

  function dueKeys({
    limit,
    tenant,
  }: {
    readonly limit: number
    readonly tenant?: string
  }): readonly string[] {
    const now = clock()
    if (isHeld(now)) return []
    const dueAt = formatTimestamp(now)
    return [...blobs]
      .filter(([, blob]) => tenant === undefined || mayBeOf(tenant, blob))
      .flatMap(([key, { deleteAfter }]) => (deleteAfter === null ? [] : [{ key, deleteAfter }]))
      .filter(({ deleteAfter }) => deleteAfter <= dueAt)
      .sort((a, b) => (a.deleteAfter < b.deleteAfter ? -1 : 1))
      .slice(0, limit)
      .map(({ key }) => key)
  }

  return {
    makeClaimsDue(tenant, due) {
      for (const [key, blob] of blobs) {
        const isLater = blob.deleteAfter !== null && blob.deleteAfter > due
        if (blob.state === 'claimed' && isLater && mayBeOf(tenant, blob)) {
          blobs.set(key, { ...blob, deleteAfter: due })
        }
      }
    },

    hasClaims(tenant) {
      return [...blobs.values()].some((blob) => blob.state === 'claimed' && blob.tenant === tenant)
    },

    clearClaimTenant(tenant) {
      for (const [key, blob] of blobs) {
        if (blob.tenant === tenant) blobs.set(key, { ...blob, tenant: null })
      }
    },

    async reserve(keys, { lifetime }) {
      assertWritable()
      const taken = keys.some((key) => blobs.has(key))
      if (taken || new Set(keys).size < keys.length) throw alreadyExists('key')
      const deleteAfter = formatTimestamp(addMillis(clock(), lifetime))
      for (const key of keys) blobs.set(key, { state: 'reserved', deleteAfter, tenant: null })
    },

    async claim(which) {
      assertWritable()
      const isDue = 'due' in which
      const keys = isDue
        ? dueKeys(which)
        : which.keys.filter((key) => ![undefined, 'of a record'].includes(stateOf(key)))
      for (const key of keys) {
        const blob = blobs.get(key)
        if (blob?.state === 'reserved') blobs.set(key, { ...blob, state: 'claimed' })
        // A claim gets its last deletion only when it is due a second time.
        if (blob?.state === 'deleted once' && isDue) {
          blobs.set(key, { ...blob, state: 'last deletion' })
        }
      }
      return keys
    },

    async recordDeletions({ deleted, failed = [], retryAfter }) {
      assertWritable()
      const deleteAfter = formatTimestamp(addMillis(clock(), retryAfter))
      const move = (key: string, from: BlobState, to: BlobState): void => {
        const blob = blobs.get(key)
        if (blob?.state === from) blobs.set(key, { ...blob, state: to, deleteAfter })
      }
      for (const key of deleted) {
        if (stateOf(key) === 'last deletion') blobs.delete(key)
        move(key, 'claimed', 'deleted once')
      }
      for (const key of failed) {
        move(key, 'claimed', 'claimed')
        move(key, 'last deletion', 'deleted once')
      }
    },

    async filterOrphans(keys) {
      assertOpen()
      return keys.filter((key) => !blobs.has(key))
    },

    assertReserved(keys) {
      const distinct = new Set(keys).size === keys.length
      if (!distinct || !keys.every((key) => stateOf(key) === 'reserved')) throw reservationLost()
    },

    extend(key, until) {
      if (key === null) return
      const blob = blobs.get(key)
      if (blob?.state !== 'reserved') throw reservationLost()
      const isLonger = blob.deleteAfter !== null && blob.deleteAfter > until
      if (!isLonger) blobs.set(key, { ...blob, deleteAfter: until })
    },

    take(keys) {
      for (const key of keys)
        blobs.set(key, { state: 'of a record', deleteAfter: null, tenant: null })
    },

    addClaims({ tenant, keys }, due) {
      for (const key of keys) blobs.set(key, { state: 'claimed', deleteAfter: due, tenant })
    },

    table: tableOf(blobs),
  }
}

function mayBeOf(tenant: string, blob: TransferValues['blob']): boolean {
  return blob.tenant === null || blob.tenant === tenant
}
