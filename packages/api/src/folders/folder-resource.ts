import type { Folder } from '@stowage/core'
import type { FolderUsage } from '@stowage/core/types'
import { entityTag } from '../documents/entity-tag.ts'

/** The attributes of a folder. */
export interface FolderAttributes {
  readonly name: string
  /** Its parent folder; `null`: it is at the top level. */
  readonly parent_id: string | null
  /** The names of the folders from the top down to it, its own last. */
  readonly path: readonly string[]
  /** UTC with six fractional digits. */
  readonly created_at: string
  /** UTC with six fractional digits. */
  readonly updated_at: string
}

/** What is directly in a folder, whose folder it is, and its version. */
export interface FolderMeta extends FolderUsage {
  /** Whose scope it belongs to; `null`: that of the whole store. */
  readonly created_by: string | null
  /** The `ETag` header of the folder, for `If-Match`. */
  readonly etag: string
}

/** A JSON:API resource object of a folder. */
export interface FolderResource {
  /** UUIDv7. */
  readonly id: string
  readonly type: 'folders'
  readonly attributes: FolderAttributes
  /** Only with `with_meta=1`. */
  readonly meta?: FolderMeta
}

/** A folder as clients see it. `usage`: shown as its `meta`. */
export function folderResource(folder: Folder, usage: FolderUsage | null): FolderResource {
  const { id, name, parentId, path, createdBy, createdAt, updatedAt } = folder
  const resource: FolderResource = {
    id,
    type: 'folders',
    attributes: {
      name,
      parent_id: parentId,
      path,
      created_at: createdAt,
      updated_at: updatedAt,
    },
  }
  if (usage === null) return resource
  const { folders, assets, bytes } = usage
  const meta = { folders, assets, bytes, created_by: createdBy, etag: entityTag(folder) }
  return Object.assign(resource, { meta })
}
