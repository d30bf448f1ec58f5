import type { TransferKind, TransferValues } from '../../ports/transfer.ts'

/** What a memory store holds of one kind. */
export interface MemoryTable<Kind extends TransferKind> {
  rows(): readonly (readonly [tenant: string | null, key: string, value: TransferValues[Kind]])[]
  set(tenant: string, key: string, value: TransferValues[Kind] | null): void
}

/** In the order in which they are transferred. */
export type MemoryTables = { readonly [Kind in TransferKind]: MemoryTable<Kind> }

/** A map as a table: its keys are those of the entries. */
export function tableOf<Kind extends TransferKind>(
  map: Map<string, TransferValues[Kind]>,
): MemoryTable<Kind> {
  return {
    rows: () => [...map].map(([key, value]) => [null, key, value] as const),
    set(_tenant, key, value) {
      if (value === null) map.delete(key)
      else map.set(key, value)
    },
  }
}

/** By tenant, the insertion number that was given last. */
export function tenantTable(lastSeq: Map<string, number>): MemoryTable<'tenant'> {
  return {
    rows: () => [...lastSeq].map(([name, seq]) => [null, name, { nextSeq: seq + 1 }]),
    set: (_tenant, name, value) => lastSeq.set(name, (value?.nextSeq ?? 1) - 1),
  }
}
