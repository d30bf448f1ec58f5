import type { Asset } from './asset.ts'
import type { Bounds } from './asset-filter.ts'
import { wordsOf } from './asset-terms.ts'
import type { CheckedFilter } from './checked-filter.ts'
import type { OwnData } from './own-data.ts'
import { tagKey } from './tags.ts'
import { parseTimestamp } from './timestamp.ts'

/** An asset with what people say about it. */
export type FindableAsset = Asset & Partial<OwnData>

type Tests = {
  readonly [Name in keyof CheckedFilter]-?: (
    asset: FindableAsset,
    wanted: Required<CheckedFilter>[Name],
    tree: ReadonlySet<string>,
  ) => boolean
}

/** One for each member. */
const TESTS: Tests = {
  folderId: (asset, wanted) => asset.folderId === wanted,
  folderTree: ({ folderId }, _, tree) => folderId !== null && tree.has(folderId),
  type: ({ type }, wanted) => wanted.includes(type),
  mimeType: ({ mimeType }, wanted) =>
    wanted.some((each) =>
      each.endsWith('/*') ? mimeType.startsWith(each.slice(0, -1)) : mimeType === each,
    ),
  extension: ({ extension }, wanted) => wanted.includes(extension),
  tags: (asset, wanted) => wanted.every((tag) => tagsOf(asset).includes(tag)),
  anyTag: (asset, wanted) => wanted.some((tag) => tagsOf(asset).includes(tag)),
  isFavourite: ({ isFavourite }, wanted) => isFavourite === wanted,
  createdBy: ({ createdBy }, wanted) => wanted.includes(createdBy),
  sha256: ({ sha256 }, wanted) => wanted.includes(sha256),
  externalId: ({ externalId }, wanted) => externalId !== null && wanted.includes(externalId),
  status: ({ status }, wanted) => wanted.includes(status),
  metadata: ({ metadata = {} }, wanted) =>
    Object.entries(wanted).every(
      ([name, value]) => Object.hasOwn(metadata, name) && metadata[name] === value,
    ),
  size: ({ size }, bounds) => isWithin(size, bounds),
  width: ({ width }, bounds) => isWithin(width, bounds),
  height: ({ height }, bounds) => isWithin(height, bounds),
  durationSeconds: ({ durationSeconds }, bounds) => isWithin(durationSeconds, bounds),
  createdAt: ({ createdAt }, bounds) => isWithin(parseTimestamp(createdAt), bounds),
  updatedAt: ({ updatedAt }, bounds) => isWithin(parseTimestamp(updatedAt), bounds),
  search: matchesSearch,
}

/**
 * Whether the asset is what the filter asks for: the plain truth that every store must give. `tree` has the ids of the
 * filter's `folderTree` and of all folders below it.
 */
export function matchesFilter(
  asset: FindableAsset,
  filter: CheckedFilter,
  tree: ReadonlySet<string> = new Set(),
): boolean {
  return Object.entries(filter).every(([name, wanted]) => {
    const test = TESTS[name as keyof CheckedFilter] as (...of: readonly unknown[]) => boolean
    return test(asset, wanted, tree)
  })
}

/** Whether each piece occurs within a word of the asset; see `searchPieces`. */
export function matchesSearch(
  asset: Pick<Asset, 'name'> & Partial<OwnData>,
  pieces: readonly string[],
): boolean {
  const words = wordsOf(asset)
  return pieces.every((piece) => words.some((word) => word.includes(piece)))
}

function tagsOf({ tags = [] }: FindableAsset): readonly string[] {
  return tags.map(tagKey)
}

function isWithin(value: number | null, bounds: Bounds<number>): boolean {
  if (value === null) return false
  const { gte = value, lte = value, gt = -Infinity, lt = Infinity } = bounds
  return value >= gte && value <= lte && value > gt && value < lt
}
