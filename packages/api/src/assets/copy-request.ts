import { isStowageError } from '@stowage/core'
import type { CopyAssetOptions } from '@stowage/core/types'
import type { JsonObject } from '../documents/json-members.ts'
import { pointing } from '../folders/folder-request.ts'
import { newAssetMembers } from './new-asset-members.ts'

/** Reads `{ name?, folder_id? }`. Throws 422 with the pointer of what is wrong. */
export function parseCopy(body: JsonObject): Pick<CopyAssetOptions, 'name' | 'folderId'> {
  return newAssetMembers(body)
}

/** Turns an error of `copy` into one that points to the member to blame. */
export function explainCopy(error: unknown): unknown {
  return isStowageError(error, 'folder_not_found') ? pointing(error, '/folder_id') : error
}
