import { type Folder, isStowageError } from '@stowage/core'
import type { FolderUsage } from '@stowage/core/types'
import { jsonBodyOf } from '../body/json-body.ts'
import { conditionOf, entityTag } from '../documents/entity-tag.ts'
import type { ApiResponse } from '../message/request.ts'
import { emptyAnswer, jsonAnswer } from '../requests/answer.ts'
import type { RequestContext } from '../requests/request-context.ts'
import { assertMayEmpty } from './authorized-folder.ts'
import { folderCollection } from './folder-collection.ts'
import { folderDeletionOf, folderFilterOf } from './folder-query.ts'
import { explainFolder, parseFolderChanges, parseNewFolder } from './folder-request.ts'
import { folderResource } from './folder-resource.ts'

/** `GET /folders` */
export async function listFolders(context: RequestContext): Promise<ApiResponse> {
  const { store, query, request } = context
  const { page, perPage } = query
  const { signal } = request
  const found = await store.folders.list({ ...folderFilterOf(query), page, perPage, signal })
  const ids = found.folders.map(({ id }) => id)
  const usages = query.withMeta ? await usagesOf(context, ids) : null
  return jsonAnswer(200, folderCollection(found, usages, context))
}

/** `POST /folders` */
export async function createFolder(context: RequestContext): Promise<ApiResponse> {
  const { store, root } = context
  const options = parseNewFolder(await jsonBodyOf(context))
  try {
    const folder = await store.folders.create(options)
    return await folderAnswer(context, folder, 201, { location: `${root}/folders/${folder.id}` })
  } catch (error) {
    throw explainFolder(error)
  }
}

/** `GET /folders/{folderId}` */
export async function getFolder(context: RequestContext): Promise<ApiResponse> {
  const { store, id, request } = context
  const { signal } = request
  return folderAnswer(context, await store.folders.get(id, { signal }), 200)
}

/** `PATCH /folders/{folderId}` */
export async function updateFolder(context: RequestContext): Promise<ApiResponse> {
  const { store, id, request } = context
  const changes = parseFolderChanges(await jsonBodyOf(context), id)
  const options = { signal: request.signal, ...conditionOf(request.headers) }
  try {
    return await folderAnswer(context, await store.folders.update(id, changes, options), 200)
  } catch (error) {
    throw explainFolder(error, { id })
  }
}

/** `DELETE /folders/{folderId}` */
export async function deleteFolder(context: RequestContext): Promise<ApiResponse> {
  const { store, id, query, request } = context
  const assets = folderDeletionOf(query)
  const options = { signal: request.signal, ...conditionOf(request.headers) }
  if (assets !== undefined) await assertMayEmpty(context, assets)
  try {
    await store.folders.delete(id, { ...options, ...(assets !== undefined && { assets }) })
  } catch (error) {
    throw explainFolder(error, { id })
  }
  return emptyAnswer()
}

async function folderAnswer(
  context: RequestContext,
  folder: Folder,
  status: 200 | 201,
  headers: Readonly<Record<string, string>> = {},
): Promise<ApiResponse> {
  const usages = context.query.withMeta ? await usagesOf(context, [folder.id]) : null
  const data = folderResource(folder, usages?.get(folder.id) ?? null)
  return jsonAnswer(status, { data }, { ...headers, etag: entityTag(folder) })
}

/** What is in these folders. Leaves out those that were deleted since they were read. */
async function usagesOf(
  { store, request }: RequestContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, FolderUsage>> {
  const { signal } = request
  let left = ids
  while (left.length > 0) {
    try {
      return await store.folders.usage(left, { signal })
    } catch (error) {
      if (!isStowageError(error, 'folder_not_found')) throw error
      const gone = new Set(error.context.ids)
      left = left.filter((id) => !gone.has(id))
    }
  }
  return new Map()
}
