import { folderNotFound } from '../errors/folder-errors.ts'
import type { UploadContext, UploadRequest } from './upload-context.ts'

/**
 * Throws `folder_not_found` before a byte is received; `insert` decides. A repetition succeeds although the folder is
 * gone.
 */
export async function assertFolder(
  { metadata }: UploadContext,
  { tenant, scope, idempotencyKey }: UploadRequest,
  folderId: string | null,
): Promise<void> {
  if (folderId === null || idempotencyKey !== undefined) return
  const folder = await metadata.folders.get({ tenant, scope, id: folderId })
  if (folder === null) throw folderNotFound([folderId])
}
