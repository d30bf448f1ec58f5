import type { FolderPage, FolderUsage } from '@stowage/core/types'
import { type PageOfList, pageOfList } from '../documents/page-of-list.ts'
import type { Query } from '../http/query/query.ts'
import { type FolderResource, folderResource } from './folder-resource.ts'

/** One page of folders, with links to the others. */
export interface FolderCollection extends PageOfList {
  readonly data: readonly FolderResource[]
}

const NOTHING: FolderUsage = { folders: 0, assets: 0, bytes: 0 }

/** A page as clients see it. `usages`: by id, shown as `meta`; a folder that is not among them was just deleted. */
export function folderCollection(
  page: FolderPage,
  usages: ReadonlyMap<string, FolderUsage> | null,
  { root, query }: { readonly root: string; readonly query: Query },
): FolderCollection {
  const data = page.folders.map((folder) =>
    folderResource(folder, usages === null ? null : (usages.get(folder.id) ?? NOTHING)),
  )
  return { data, ...pageOfList(page, data.length, { path: `${root}/folders`, query }) }
}
