import type { Asset, AssetType } from './asset.ts'
import { creatorPart } from './asset-scope.ts'

/** Names the part of a tenant that has all of its assets. */
export const WHOLE_TENANT = ''

/** Names what a tenant has beside its assets: the contents that they had before. No asset is of it. */
export const VERSIONS = 'versions'

/** What decides of which parts of its tenant an asset is. */
export type PartMember = Pick<Asset, 'createdBy' | 'type' | 'folderId'>

/** The name under which a database counts the assets of this type. */
export function typePart(type: AssetType): string {
  return `type:${type}`
}

/** The name under which a database counts the assets that lie in this folder itself. */
export function folderPart(folderId: string): string {
  return `in:${folderId}`
}

/** The parts that an asset is of, beside the whole tenant: of its creator, its type and, in a folder, of the folder. */
export function counterKeysOf({ createdBy, type, folderId }: PartMember): readonly string[] {
  const parts = [creatorPart(createdBy), typePart(type)]
  if (folderId !== null) parts.push(folderPart(folderId))
  return parts
}
