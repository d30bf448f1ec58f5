import { alreadyExists, reservationLost } from '../errors/metadata-errors.ts'
import type { Timestamp } from '../model/asset.ts'
import type { BlobState } from '../model/blob-state.ts'
import type { MemoryTable } from './transfer-tables.ts'

const OF_A_RECORD = { state: 'of a record', deleteAfter: null } as const

interface Reservation {
  readonly state: Exclude<BlobState, 'of a record'>
  readonly deleteAfter: Timestamp
}

/** The reservations and claims of a memory store: the port's methods at a given time. */
export interface Reservations {
  has(key: string): boolean
  reserve(keys: readonly string[], deleteAfter: Timestamp): void
  /** `reservation_lost` unless all are reserved, and distinct. */
  assertReserved(keys: readonly string[]): void
  /** A record takes the blobs over. */
  take(keys: readonly string[]): void
  /** No record has the blobs any more. */
  addClaims(keys: readonly string[], due: Timestamp): void
  claim(
    which:
      | { readonly keys: readonly string[] }
      | { readonly dueAt: Timestamp; readonly limit: number },
  ): readonly string[]
  settle(request: {
    readonly deleted: readonly string[]
    readonly failed?: readonly string[]
    readonly again: Timestamp
  }): void
  /** These, and the keys of records, as what a transfer moves. */
  table(owned: () => readonly string[]): MemoryTable<'blob'>
}

export function createReservations(): Reservations {
  const reservations = new Map<string, Reservation>()

  function dueKeys(dueAt: Timestamp, limit: number): string[] {
    return [...reservations]
      .filter(([, { deleteAfter }]) => deleteAfter <= dueAt)
      .sort(([, a], [, b]) => (a.deleteAfter < b.deleteAfter ? -1 : 1))
      .slice(0, limit)
      .map(([key]) => key)
  }

  return {
    has: (key) => reservations.has(key),

    reserve(keys, deleteAfter) {
      const taken = keys.some((key) => reservations.has(key))
      if (taken || new Set(keys).size < keys.length) throw alreadyExists('key')
      for (const key of keys) reservations.set(key, { state: 'reserved', deleteAfter })
    },

    assertReserved(keys) {
      const distinct = new Set(keys).size === keys.length
      const reserved = keys.every((key) => reservations.get(key)?.state === 'reserved')
      if (!distinct || !reserved) throw reservationLost()
    },

    take(keys) {
      for (const key of keys) reservations.delete(key)
    },

    addClaims(keys, due) {
      for (const key of keys) reservations.set(key, { state: 'claimed', deleteAfter: due })
    },

    claim(which) {
      const claimable =
        'keys' in which
          ? which.keys.filter((key) => reservations.has(key))
          : dueKeys(which.dueAt, which.limit)
      for (const key of claimable) {
        const reservation = reservations.get(key)
        if (reservation?.state === 'reserved') {
          reservations.set(key, { ...reservation, state: 'claimed' })
        } else if (reservation?.state === 'deleted once' && 'dueAt' in which) {
          reservations.set(key, { ...reservation, state: 'last deletion' })
        }
      }
      return claimable
    },

    table: (owned) => ({
      rows: () => [
        ...[...reservations].map(([key, value]) => [null, key, value] as const),
        ...owned().map((key) => [null, key, OF_A_RECORD] as const),
      ],
      set(_tenant, key, value) {
        if (value === null || value.state === 'of a record') reservations.delete(key)
        else reservations.set(key, { state: value.state, deleteAfter: value.deleteAfter ?? '' })
      },
    }),

    settle({ deleted, failed = [], again }) {
      for (const key of deleted) {
        const state = reservations.get(key)?.state
        if (state === 'last deletion') reservations.delete(key)
        if (state === 'claimed') {
          reservations.set(key, { state: 'deleted once', deleteAfter: again })
        }
      }
      for (const key of failed) {
        const state = reservations.get(key)?.state
        if (state === 'claimed') reservations.set(key, { state, deleteAfter: again })
        if (state === 'last deletion') {
          reservations.set(key, { state: 'deleted once', deleteAfter: again })
        }
      }
    },
  }
}
