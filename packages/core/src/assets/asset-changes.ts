import { alreadyExists } from '../errors/metadata-errors.ts'
import { contentReplaced } from '../errors/own-data-errors.ts'
import { changedOwnData, isSameOwnData } from '../own-data/own-data-changes.ts'
import type { Micros } from '../time/timestamp.ts'
import type {
  AssetChanges,
  AssetRecord,
  AssetStatus,
  FailedVariant,
  Timestamp,
  Variant,
} from './asset.ts'
import { CHANGED_ENTRIES, type ChangedFieldName } from './asset-fields.ts'

/** What `AssetRecords.update` may change in a record. */
export type RecordChanges = AssetChanges & { readonly status?: AssetStatus }

/** Whether these changes may be made to a record as it is now: a `status` alone also reaches trashed ones. */
export function canChange(asset: AssetRecord, changes: RecordChanges): boolean {
  if (asset.trashedAt === null) return true
  const { status, ...others } = changes
  const statusAlone = Object.values(others).every((value) => value === undefined)
  return statusAlone && status !== undefined
}

/** `changed_meanwhile` when the asset does not have the content of `sha256`. Without it, any content will do. */
export function assertContent(asset: AssetRecord, sha256: string | undefined): void {
  if (sha256 !== undefined && sha256 !== asset.sha256) throw contentReplaced()
}

/**
 * `updatedAt` of what is changed now: a little later than before even within the same millisecond, or when the time
 * before is up to a millisecond ahead.
 */
export function changeTime(before: Micros, now: Micros): Micros {
  return Math.max(now, Math.min(before + 1, now + 1000))
}

/**
 * The record after the changes, with `at` as `updatedAt`; the very same object when nothing differs. `status` moves
 * only from `processing`.
 */
export function applyChanges(
  asset: AssetRecord,
  changes: RecordChanges,
  at: Timestamp,
): AssetRecord {
  const fields: { -readonly [Name in ChangedFieldName]?: unknown } = {}
  for (const [name] of CHANGED_ENTRIES) {
    if (changes[name] !== undefined) fields[name] = changes[name]
  }
  if (asset.status !== 'processing') delete fields.status
  const changed = { ...asset, ...changedOwnData(asset, changes), ...fields } as AssetRecord
  const same =
    CHANGED_ENTRIES.every(([name]) => changed[name] === asset[name]) &&
    isSameOwnData(asset, changed)
  return same ? asset : { ...changed, updatedAt: at }
}

/** The record after its variants changed, and the keys of the blobs that it no longer has. */
interface ChangedVariants {
  readonly asset: AssetRecord
  readonly taken: readonly string[]
}

/** Variants for a record: see `AssetRecords.addVariants`. */
interface AddedVariants {
  readonly variants: readonly Variant[]
  readonly failed: readonly FailedVariant[]
  readonly replaces?: { readonly blobKeys: readonly string[] } | undefined
}

/**
 * The record with more variants, which no longer count as failed. `failed` replaces the record's entries of the same
 * names. `invalid_argument` for a name that the record has, unless `replaces` has the key of that one.
 */
export function withVariants(
  asset: AssetRecord,
  { variants, failed, replaces }: AddedVariants,
): ChangedVariants {
  const old = asset.variants.filter(({ name }) => variants.some((each) => each.name === name))
  if (!old.every(({ blobKey }) => replaces?.blobKeys.includes(blobKey))) throw alreadyExists('name')
  const reported = new Set([...variants, ...failed].map(({ name }) => name))
  return {
    asset: {
      ...asset,
      variants: [...asset.variants.filter((each) => !old.includes(each)), ...variants],
      failedVariants: [
        ...asset.failedVariants.filter(({ name }) => !reported.has(name)),
        ...failed,
      ],
    },
    taken: old.map(({ blobKey }) => blobKey),
  }
}

/** The record without the variants that have these blob keys, and those of the keys that it had. */
export function withoutVariants(asset: AssetRecord, blobKeys: readonly string[]): ChangedVariants {
  const goes = ({ blobKey }: Variant): boolean => blobKeys.includes(blobKey)
  return {
    asset: { ...asset, variants: asset.variants.filter((variant) => !goes(variant)) },
    taken: asset.variants.filter(goes).map(({ blobKey }) => blobKey),
  }
}

/** Bytes that the asset's original and variants take together. */
export function bytesOf(asset: Pick<AssetRecord, 'size' | 'variants'>): number {
  return asset.variants.reduce((sum, variant) => sum + variant.size, asset.size)
}
