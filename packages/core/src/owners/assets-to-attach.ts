import type { PlacedAsset } from '../assets/field-plan.ts'
import { assetsToChange } from '../matching/assets-to-change.ts'
import type { OwnerFieldRequest } from './owner-records.ts'

/** How a store looks at the assets of an attachment. */
interface FieldAssets<Entry> {
  /** Those that the tenant has within the scope, by id. */
  readonly entries: ReadonlyMap<string, Entry>
  /** What the field has already. */
  readonly before: readonly Pick<PlacedAsset, 'assetId'>[]
  isActive(entry: Entry): boolean
  creatorOf(entry: Entry): string | null
}

/**
 * The assets that a call attaches, in the order given. `asset_not_found` unless all are active, and with `uploadedBy`
 * uploads of that creator or in the field already. Every database asks it in the transaction that attaches them. An
 * upload of somebody else counts as unknown, so the error says nothing about it.
 */
export function assetsToAttach<Entry>(
  { ids, uploadedBy }: Pick<OwnerFieldRequest, 'ids' | 'uploadedBy'>,
  { entries, before, isActive, creatorOf }: FieldAssets<Entry>,
): readonly Entry[] {
  const present = new Set(before.map(({ assetId }) => assetId))
  const isOpen = ([id, entry]: readonly [string, Entry]) =>
    uploadedBy === undefined || present.has(id) || creatorOf(entry) === uploadedBy
  const open = new Map([...entries].filter(isOpen))
  return assetsToChange({ ids }, { entries: open, canChange: isActive, matches: () => true })
}
