import { isStowageError, type UploadOptions } from '@stowage/core'
import { newAssetMembers } from '../assets/new-asset-members.ts'
import type { JsonObject } from '../documents/json-members.ts'
import { apiError } from '../errors/api-error.ts'
import { invalidMember } from '../errors/invalid-member.ts'
import { pointing } from '../folders/folder-request.ts'
import { blamedOwnData } from '../http/query/own-data.ts'

/** What is fetched, and how it is stored. */
export interface UrlUpload {
  readonly url: string
  readonly options: Pick<UploadOptions, 'name' | 'folderId'>
}

/** Errors of the store that are about what the URL leads to. */
const OF_URL = [
  'url_refused',
  'url_failed',
  'file_too_large',
  'type_not_allowed',
  'file_rejected',
] as const

/**
 * Reads `{ url, name?, folder_id? }`. Throws 422 with the pointer of what is wrong. The option `fromUrl` checks the
 * URL.
 */
export function parseUrlUpload(body: JsonObject): UrlUpload {
  const { url } = body
  if (typeof url !== 'string') throw invalidMember('/url', 'Send the URL of a file.')
  return { url, options: newAssetMembers(body) }
}

/** Turns an error of such an upload into one that points to the member to blame. */
export function explainUrlUpload(error: unknown): unknown {
  if (isStowageError(error, 'folder_not_found')) return pointing(error, '/folder_id')
  // The schema of the app wants metadata, which this request cannot give.
  const blamed = blamedOwnData(error)
  if (blamed !== null) return apiError('invalid_body', blamed.detail)
  return isStowageError(error, ...OF_URL) ? pointing(error, '/url') : error
}
