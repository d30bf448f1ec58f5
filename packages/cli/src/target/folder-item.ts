import { answered, listOf, object, orElse, orNull, text, uuid } from './answered.ts'
import type { FolderItem } from './target.ts'

const RESOURCE = { id: uuid, attributes: object, meta: orElse(object, {}) }
const ATTRIBUTES = { name: text, parent_id: orNull(uuid), path: listOf(text) }
const META = { created_by: orElse(orNull(text), null) }

/** A folder from an answer. */
export function folderOfServer(folder: unknown): FolderItem {
  const { id, attributes, meta } = answered('a folder', folder, RESOURCE)
  return {
    id,
    ...answered('a folder', attributes, ATTRIBUTES),
    ...answered('a folder', meta, META),
  }
}
