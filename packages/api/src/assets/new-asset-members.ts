import type { UploadOptions } from '@stowage/core'
import type { JsonObject } from '../documents/json-members.ts'
import { invalidMember } from '../errors/invalid-member.ts'
import { folderIdAt } from '../folders/folder-request.ts'

/** The name and the folder of a new asset, from the JSON body `{ name?, folder_id? }`. Throws 422 with a pointer. */
export function newAssetMembers({
  name,
  folder_id: folderId,
}: JsonObject): Pick<UploadOptions, 'name' | 'folderId'> {
  if (name !== undefined && typeof name !== 'string') {
    throw invalidMember('/name', 'Send the name as a string, or leave it out.')
  }
  return {
    ...(name !== undefined && { name }),
    ...(folderId !== undefined && { folderId: folderIdAt(folderId, '/folder_id') }),
  }
}
