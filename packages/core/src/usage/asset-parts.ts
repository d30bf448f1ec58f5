import type { Asset, AssetType } from '../assets/asset.ts'
import { creatorPart } from '../assets/asset-scope.ts'

/** Names the counter of all assets of a tenant. */
export const WHOLE_TENANT = ''

/** Names the counter of what a tenant has besides its assets: their earlier contents. No asset belongs to it. */
export const VERSIONS = 'versions'

/** What decides which counters of its tenant an asset belongs to. */
export type PartMember = Pick<Asset, 'createdBy' | 'type' | 'folderId'>

/** The name under which a database counts the assets of this type. */
export function typePart(type: AssetType): string {
  return `type:${type}`
}

/** The name under which a database counts the assets that are directly in this folder. */
export function folderPart(folderId: string): string {
  return `in:${folderId}`
}

/**
 * The counters that an asset belongs to, besides that of the whole tenant: those of its creator, its type and, in a
 * folder, of the folder.
 */
export function counterKeysOf({ createdBy, type, folderId }: PartMember): readonly string[] {
  const parts = [creatorPart(createdBy), typePart(type)]
  if (folderId !== null) parts.push(folderPart(folderId))
  return parts
}
