import type { AssetFilter as ServerFilter, FindQuery as ServerQuery } from '@stowage/client'
import type { AnyOf, AssetFilter, AssetSort, Bounds } from '@stowage/core'

/** The filter of a store by the names of the API. */
export function serverFilter(filter: AssetFilter): ServerFilter {
  const { tags, anyTag } = filter
  return {
    folder_id: filter.folderId,
    folder_tree: filter.folderTree,
    type: listOf(filter.type),
    mime_type: listOf(filter.mimeType),
    extension: listOf(filter.extension),
    tag: tags === undefined && anyTag === undefined ? undefined : tagsOf(filter),
    is_favourite: filter.isFavourite,
    created_by: listOf(filter.createdBy),
    sha256: listOf(filter.sha256),
    external_id: listOf(filter.externalId),
    status: listOf(filter.status),
    metadata: filter.metadata,
    size: filter.size,
    width: filter.width,
    height: filter.height,
    duration_seconds: filter.durationSeconds,
    created_at: timesOf(filter.createdAt),
    updated_at: timesOf(filter.updatedAt),
    q: filter.search,
  }
}

/** `-createdAt` is `-created_at`. */
export function serverSort(sort: AssetSort | undefined): Pick<ServerQuery, 'sort'> {
  if (sort === undefined) return {}
  const name = sort.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return { sort: name as NonNullable<ServerQuery['sort']> }
}

function tagsOf({ tags, anyTag }: AssetFilter): NonNullable<ServerFilter['tag']> {
  return {
    ...(tags !== undefined && { all: [...tags] }),
    ...(anyTag !== undefined && { any: [...anyTag] }),
  }
}

function listOf<Value>(value: AnyOf<Value> | undefined): Value[] | undefined {
  if (value === undefined) return undefined
  return Array.isArray(value) ? [...value] : [value as Value]
}

function timesOf(bounds: Bounds<Date | string> | undefined): Bounds<string> | undefined {
  if (bounds === undefined) return undefined
  const entries = Object.entries(bounds).map(([side, time]: [string, Date | string]) => [
    side,
    typeof time === 'string' ? time : time.toISOString(),
  ])
  return Object.fromEntries(entries)
}
