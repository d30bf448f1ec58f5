import type { Asset } from '../assets/asset.ts'
import type { EventRecord } from '../feed/feed-event.ts'
import type { AssetFilter, CheckedFilter } from '../filters/asset-filters.ts'
import { requireFilter } from '../filters/checked-filter.ts'
import { matchesFilter } from '../filters/matches-filter.ts'
import type { MetadataStore } from '../ports/metadata-store.ts'
import type { WebhookRecord } from './webhook.ts'

/** Folders above one another are fewer: see `folder_too_deep`. */
const MOST_ABOVE = 100

/**
 * Makes the function that tells whether an endpoint is told of an event: by its type, and by the asset as it was then.
 * What has no asset is told to endpoints without a filter. A purge is told to all that want its type, because nothing
 * of the asset is kept. What a truncated event leaves out of the asset is taken to match.
 */
export function matcherOf(
  { tenant, types, filter }: Pick<WebhookRecord, 'tenant' | 'types' | 'filter'>,
  folders: MetadataStore['folders'],
): (event: EventRecord) => Promise<boolean> {
  const wanted = types === null ? null : new Set<string>(types)
  const checked = filter === null ? null : requireFilter(filter)
  const trees = new Map<string, boolean>()

  /** Whether the folder is that of `folderTree`, or below it. */
  async function isInTree(folderId: string | null, root: string): Promise<boolean> {
    const passed: string[] = []
    let at = folderId
    let isInside = false
    while (at !== null && passed.length < MOST_ABOVE) {
      const known = trees.get(at)
      isInside = known ?? at === root
      if (known !== undefined || isInside) break
      passed.push(at)
      at = (await folders.get({ tenant, id: at }))?.parentId ?? null
    }
    for (const id of passed) trees.set(id, isInside)
    return isInside
  }

  return async ({ type, data }) => {
    if (wanted !== null && !wanted.has(type)) return false
    if (checked === null || type === 'asset.purged') return true
    const { asset, truncated } = (data ?? {}) as {
      readonly asset?: Asset
      readonly truncated?: true
    }
    if (asset === undefined) return false
    const { folderTree } = checked
    const isInside = folderTree !== undefined && (await isInTree(asset.folderId, folderTree))
    const tree = new Set(isInside && asset.folderId !== null ? [asset.folderId] : [])
    return matchesFilter(asset, truncated ? withoutLeftOut(checked, asset) : checked, tree)
  }
}

/** Filters by what a truncated event leaves out of its asset, each with whether it was left out, or may have been. */
const LEFT_OUT: Readonly<
  Partial<Record<keyof AssetFilter, (asset: Pick<Asset, 'embedded' | 'alt' | 'tags'>) => boolean>>
> = {
  metadata: () => true,
  takenAt: ({ embedded }) => embedded === null,
  camera: ({ embedded }) => embedded === null,
  tags: ({ tags }) => tags.length === 0,
  anyTag: ({ tags }) => tags.length === 0,
  search: ({ alt }) => Object.keys(alt).length === 0,
}

/** What cannot be told from a truncated event is taken to match: one event too many is better than one too few. */
function withoutLeftOut(filter: CheckedFilter, asset: Asset): CheckedFilter {
  const known = Object.entries(filter).filter(
    ([name]) => LEFT_OUT[name as keyof AssetFilter]?.(asset) !== true,
  )
  return Object.fromEntries(known)
}
