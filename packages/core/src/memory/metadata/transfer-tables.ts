import type { AssetRecord } from '../../assets/asset.ts'
import type { TransferKind, TransferValues } from '../../ports/transfer.ts'
import type { ListKeys } from './list-keys.ts'

/** What a memory store holds of one kind. */
export interface MemoryTable<Kind extends TransferKind> {
  rows(): readonly (readonly [tenant: string | null, key: string, value: TransferValues[Kind]])[]
  set(tenant: string, key: string, value: TransferValues[Kind] | null): void
}

/** In the order in which they are transferred. */
export type MemoryTables = { readonly [Kind in TransferKind]: MemoryTable<Kind> }

/** A map as a table, with the same keys. */
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

/**
 * Assets as a table. When a new entry has a unique id of an older asset, that asset has lost the id in the source
 * database. Its own entry comes later, so the older one is removed for now.
 */
export function assetTable(assets: Map<string, AssetRecord>): MemoryTable<'asset'> {
  const table = tableOf<'asset'>(assets)
  const isInTheWay = (
    other: AssetRecord,
    { publicFileId, tenant, externalId }: AssetRecord,
  ): boolean =>
    other.publicFileId === publicFileId ||
    (externalId !== null && other.tenant === tenant && other.externalId === externalId)
  return {
    rows: table.rows,
    set(tenant, key, value) {
      const others = value === null ? [] : [...assets.values()].filter((a) => isInTheWay(a, value))
      for (const { id } of others) assets.delete(id)
      table.set(tenant, key, value)
    },
  }
}

/** The last insertion number of each tenant. */
export function tenantTable(
  lastSeq: Map<string, number>,
  listKeys: ListKeys,
): MemoryTable<'tenant'> {
  return {
    rows: () =>
      [...lastSeq].map(([name, seq]) => [
        null,
        name,
        { nextSeq: seq + 1, listKey: listKeys.of(name) },
      ]),
    set(_tenant, name, value) {
      if (value === null) {
        lastSeq.delete(name)
        listKeys.forget(name)
      } else {
        lastSeq.set(name, value.nextSeq - 1)
        listKeys.set(name, value.listKey)
      }
    },
  }
}
