import { activeAssetsNotFound } from '../errors/metadata-errors.ts'
import type { CheckedFilter } from '../filters/asset-filters.ts'

/** Which assets a call names, and the filter that must hold for those that it changes. */
export interface NamedAssets {
  /** Distinct. */
  readonly ids: readonly string[]
  readonly matching?: CheckedFilter
}

/** How a store looks at the assets that it found. */
export interface FoundAssets<Entry> {
  /** Those that the tenant has within the scope, by id, in the order given. */
  readonly entries: ReadonlyMap<string, Entry>
  /** Whether the call can change it: one that it cannot change is in the trash. */
  canChange(entry: Entry): boolean
  /** Whether the filter holds for it as it is now. */
  matches(entry: Entry, filter: CheckedFilter): boolean
}

/**
 * The assets that a call changes, in the order given. Without a filter: all of them, or `asset_not_found` with the ids
 * that it cannot change. With one: those that match it; all others are skipped.
 */
export function assetsToChange<Entry>(
  { ids, matching }: NamedAssets,
  { entries, canChange, matches }: FoundAssets<Entry>,
): readonly Entry[] {
  const able = ids.flatMap((id) => {
    const entry = entries.get(id)
    return entry !== undefined && canChange(entry) ? [{ id, entry }] : []
  })
  if (matching !== undefined) {
    return able.flatMap(({ entry }) => (matches(entry, matching) ? [entry] : []))
  }
  if (able.length < ids.length) {
    const known = new Set(able.map(({ id }) => id))
    const missing = ids.filter((id) => !known.has(id))
    throw activeAssetsNotFound(
      missing,
      missing.filter((id) => entries.has(id)),
    )
  }
  return able.map(({ entry }) => entry)
}
