import type { AssetRecord } from '../../../assets/asset.ts'
import {
  applyChanges,
  assertContent,
  canChange,
  changeTime,
} from '../../../assets/asset-changes.ts'
import type { AssetRecords, ChangeRequest } from '../../../assets/asset-records.ts'
import { isAsExpected } from '../../../assets/revision.ts'
import { assetNotFound } from '../../../errors/metadata-errors.ts'
import { changedMeanwhile } from '../../../errors/own-data-errors.ts'
import { matchesFilter } from '../../../filters/matches-filter.ts'
import { trashTime } from '../../../maintenance/sweep-record.ts'
import { assetsToChange } from '../../../matching/assets-to-change.ts'
import { taggedAssets } from '../../../own-data/tagged-assets.ts'
import { formatTimestamp, parseTimestamp } from '../../../time/timestamp.ts'
import type { MemoryContext } from '../context.ts'
import type { FolderTree } from '../folder-tree.ts'
import type { MemorySweeps } from '../sweeps.ts'
import type { AssetLookup } from './asset-lookup.ts'

/** The methods that change assets and keep them. */
export type MemoryAssetChanges = Pick<
  AssetRecords,
  'update' | 'move' | 'tag' | 'setFavourite' | 'keep' | 'setTrashed'
>

export function createAssetChanges(
  { clock, assertWritable }: MemoryContext,
  {
    assets,
    lookup,
    folders,
    sweeps,
  }: {
    /** By id. */
    readonly assets: Map<string, AssetRecord>
    readonly lookup: AssetLookup
    readonly folders: FolderTree
    readonly sweeps: MemorySweeps
  },
): MemoryAssetChanges {
  /** The active assets that a call changes; with `anywhere` also those in the trash. */
  function toChange(request: ChangeRequest, anywhere?: 'anywhere'): readonly AssetRecord[] {
    const { tenant, ids, scope, matching } = request
    const tree = lookup.treeOf(request, matching)
    return assetsToChange(request, {
      entries: new Map(
        ids.flatMap((id) => {
          const asset = lookup.find(tenant, id, scope)
          return asset === null ? [] : [[id, asset] as const]
        }),
      ),
      canChange: ({ trashedAt }) => trashedAt === null || anywhere !== undefined,
      matches: (asset, filter) => matchesFilter(asset, filter, tree),
    })
  }

  /** Stores the changed assets and sets `updatedAt` to now. */
  function keepChanged(changed: readonly AssetRecord[]): readonly AssetRecord[] {
    const now = clock()
    const kept = changed.map((asset): AssetRecord => {
      const updatedAt = formatTimestamp(changeTime(parseTimestamp(asset.updatedAt), now))
      return { ...asset, updatedAt }
    })
    for (const asset of kept) assets.set(asset.id, asset)
    return kept
  }

  return {
    async update({ tenant, id, scope, changes, ifMatch, sha256 }) {
      assertWritable()
      const asset = lookup.find(tenant, id, scope)
      if (asset === null || !canChange(asset, changes)) throw assetNotFound([id])
      if (!isAsExpected(asset, ifMatch)) throw changedMeanwhile()
      assertContent(asset, sha256)
      const { folderId } = changes
      if (folderId != null && folderId !== asset.folderId) folders.find(tenant, folderId, scope)
      const at = changeTime(parseTimestamp(asset.updatedAt), clock())
      const changed = applyChanges(asset, changes, formatTimestamp(at))
      assets.set(id, changed)
      return { asset: changed, changed: changed !== asset }
    },

    async move({ folderId, ...request }) {
      assertWritable()
      if (folderId !== null) folders.find(request.tenant, folderId, request.scope)
      const moving = toChange(request).filter((asset) => asset.folderId !== folderId)
      return keepChanged(moving.map((asset) => ({ ...asset, folderId })))
    },

    async tag({ add, remove, ...request }) {
      assertWritable()
      return keepChanged(taggedAssets(toChange(request), { add, remove }))
    },

    async setFavourite({ isFavourite, ...request }) {
      assertWritable()
      const others = toChange(request).filter((asset) => asset.isFavourite !== isFavourite)
      return keepChanged(others.map((asset) => ({ ...asset, isFavourite })))
    },

    async keep(request) {
      assertWritable()
      const kept = toChange(request)
        .filter(({ pendingUntil }) => pendingUntil !== null)
        .map((asset): AssetRecord => ({ ...asset, pendingUntil: null }))
      for (const asset of kept) assets.set(asset.id, asset)
      return kept
    },

    async setTrashed({ to, ...request }) {
      assertWritable()
      const trashedAt =
        to === 'trash' ? formatTimestamp(trashTime(sweeps.trusted(), clock())) : null
      const moving = toChange(request, 'anywhere').filter(
        (asset) => (asset.trashedAt === null) === (to === 'trash'),
      )
      return keepChanged(moving.map((asset) => ({ ...asset, trashedAt })))
    },
  }
}
