import { openAsBlob } from 'node:fs'
import { type Client, isApiClientError, type UploadFields } from '@stowage/client'
import { sanitizeFileName } from '@stowage/core/internal'
import { isUuid } from '../../target/answered.ts'
import { allPages, PER_PAGE } from '../../target/answered-pages.ts'
import { itemOfServer } from '../../target/asset-item.ts'
import { folderOfServer } from '../../target/folder-item.ts'
import type { FileToStore, FolderName, ImportDestination, StoredFile } from './destination.ts'

/** Attempts of each call after the first: an import may outlast a restart of the service. */
const RETRIES = 6

/** Errors of one file, after which the import goes on. */
const OF_ONE_FILE = new Set<string>([
  'file_too_large',
  'body_too_large',
  'type_not_allowed',
  'unsupported_media_type',
  'digest_mismatch',
  'file_rejected',
  'duplicate',
  'external_id_taken',
  'folder_too_deep',
  'too_many_tags',
  'invalid_body',
  'malformed_request',
  'file_missing',
])

/** An import into a store at a URL. */
export function serverDestination(client: Client): ImportDestination {
  return {
    // The service undoes the escapes that browsers put into names in forms.
    storedName: (name) => sanitizeFileName(name.replace(/%22|%0d|%0a/gi, decodeURIComponent)),
    async *withContents(sha256, folderId, signal) {
      const filter = { sha256: [...sha256], ...(folderId !== undefined && { folder_id: folderId }) }
      const call = { signal, retries: RETRIES }
      for await (const asset of client.assets({ filter, with_meta: '1' }, call)) {
        yield storedFile(asset)
      }
    },
    async *folders(parentId, signal) {
      yield* foldersIn(client, parentId, signal)
    },
    async makeFolder(name, parentId, signal) {
      try {
        // When the first attempt made the folder, a refusal of the second names it.
        const call = { signal, retries: RETRIES, idempotent: true }
        return folderOfServer(await client.folders.create({ name, parent_id: parentId }, call)).id
      } catch (error) {
        const present = idOfPresent(error)
        if (present === undefined) throw error
        return present
      }
    },
    store: (file) => storeOnServer(client, file),
    refusal: (error) =>
      isApiClientError(error) && OF_ONE_FILE.has(error.code) ? error.message : null,
  }
}

async function* foldersIn(
  client: Client,
  parentId: string | null,
  signal: AbortSignal,
): AsyncGenerator<FolderName> {
  const query = { 'filter[parent_id]': parentId, per_page: PER_PAGE }
  const call = { signal, retries: RETRIES }
  const pages = allPages((page) => client.folders.list({ ...query, page }, call))
  for await (const folder of pages) {
    const { id, name } = folderOfServer(folder)
    yield { id, name }
  }
}

/** The folder that was in the way of a new one. */
function idOfPresent(error: unknown): string | undefined {
  if (!isApiClientError(error) || error.code !== 'folder_exists') return undefined
  const id = error.errors[0]?.meta?.folder_id
  return typeof id === 'string' && isUuid(id) ? id : undefined
}

async function storeOnServer(client: Client, file: FileToStore): Promise<StoredFile> {
  const { path, name, sha256, folderId, ownData, idempotencyKey, signal } = file
  const { title, alt, tags, metadata, focus } = ownData
  const fields: UploadFields & { readonly sha256: string } = {
    sha256,
    folder_id: folderId,
    external_id: file.externalId,
    ...(title !== undefined && { title }),
    ...(alt !== undefined && { alt: { ...alt } }),
    ...(tags !== undefined && { tags: [...tags] }),
    ...(metadata !== undefined && { metadata: { ...metadata } }),
    ...(focus != null && { focus: { ...focus } }),
  }
  let sent = 0
  const onProgress = ({ loaded }: { readonly loaded: number }) => {
    file.onBytes(loaded - sent)
    sent = loaded
  }
  const query = { with_meta: '1' } as const
  try {
    const { onDuplicate } = file
    const call = { idempotencyKey, onDuplicate, signal, query, onProgress, retries: RETRIES }
    const options = { name, fields, ...call }
    const asset = await client.upload(await openAsBlob(path), options)
    const stored = storedFile(asset)
    if (file.isFavourite && !stored.isTrashed) {
      await client.mark([stored.id], true, { signal, retries: RETRIES })
    }
    return stored
  } catch (error) {
    file.onBytes(-sent)
    throw error
  }
}

function storedFile(asset: unknown): StoredFile {
  const { id, name, folder_id: folderId, sha256, trashed_at } = itemOfServer(asset)
  return { id, name, folderId, sha256, isTrashed: trashed_at !== null }
}
