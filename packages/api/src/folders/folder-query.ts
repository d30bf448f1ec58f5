import type { DeleteFolderOptions, ListFoldersOptions } from '@stowage/core/types'
import { invalidParameter, type Query } from '../http/query/query.ts'
import { isUuid } from '../http/urls/uuid.ts'

/** Which folders to list. Throws 400 `invalid_parameter`. */
export function folderFilterOf({ given }: Query): Pick<ListFoldersOptions, 'parentId'> {
  const parentId = given.get('filter[parent_id]')
  if (parentId === undefined) return {}
  if (parentId === 'null') return { parentId: null }
  if (isUuid(parentId)) return { parentId: parentId.toLowerCase() }
  throw invalidParameter(
    'filter[parent_id]',
    'It must be the id of a folder, or `null` for the folders at the top.',
  )
}

/** What happens to the assets of a deleted folder. Throws 400 `invalid_parameter`. */
export function folderDeletionOf({ given }: Query): DeleteFolderOptions['assets'] {
  const assets = given.get('assets')
  if (assets === undefined || assets === 'detach' || assets === 'trash') return assets
  throw invalidParameter('assets', 'It can be `detach` or `trash`.')
}
