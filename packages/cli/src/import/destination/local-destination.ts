import { setTimeout as pause } from 'node:timers/promises'
import { type Asset, type AssetStore, isStowageError } from '@stowage/core'
import { chunksOfPath, sanitizeFileName } from '@stowage/core/internal'
import type { FileToStore, FolderName, ImportDestination, StoredFile } from './destination.ts'

/** Milliseconds before each further attempt. */
const PAUSES = [200, 1000, 5000]

/** Errors of one file, after which the import goes on. */
const OF_ONE_FILE = [
  'file_too_large',
  'type_not_allowed',
  'digest_mismatch',
  'file_rejected',
  'duplicate',
  'external_id_taken',
  'folder_too_deep',
  'too_many_tags',
  'invalid_argument',
  'source_failed',
] as const

/** An import into a store in this process. */
export function localDestination(store: AssetStore): ImportDestination {
  return {
    storedName: sanitizeFileName,
    async *withContents(sha256, folderId, signal) {
      const filter = { sha256, ...(folderId !== undefined && { folderId }) }
      for await (const asset of store.matching(filter).iterate({ signal })) yield storedFile(asset)
    },
    async *folders(parentId, signal) {
      yield* foldersIn(store, parentId, signal)
    },
    async makeFolder(name, parentId) {
      try {
        return (await store.folders.create({ name, parentId })).id
      } catch (error) {
        if (isStowageError(error, 'folder_exists') && error.context.id !== undefined) {
          return error.context.id
        }
        throw error
      }
    },
    store: (file) => storeWithRetries(store, file),
    refusal: (error) => (isStowageError(error, ...OF_ONE_FILE) ? error.message : null),
  }
}

async function* foldersIn(
  store: AssetStore,
  parentId: string | null,
  signal: AbortSignal,
): AsyncGenerator<FolderName> {
  for (let page = 1, lastPage = 1; page <= lastPage; page += 1) {
    const answer = await store.folders.list({ parentId, page, signal })
    yield* answer.folders
    lastPage = answer.lastPage
  }
}

/** The idempotency key makes it safe to send a file again that may have been stored. */
async function storeWithRetries(store: AssetStore, file: FileToStore): Promise<StoredFile> {
  for (const wait of PAUSES) {
    try {
      return await storeOnce(store, file)
    } catch (error) {
      if (!isStowageError(error, 'unavailable', 'outcome_unknown', 'reservation_lost')) throw error
      await pause(wait, undefined, { signal: file.signal })
    }
  }
  return storeOnce(store, file)
}

async function storeOnce(store: AssetStore, file: FileToStore): Promise<StoredFile> {
  const { path, name, sha256, folderId, ownData, idempotencyKey, signal } = file
  const { externalId, onDuplicate } = file
  const sent = { bytes: 0 }
  try {
    const source = counted(chunksOfPath(path), file.onBytes, sent)
    const options = {
      ...ownData,
      name,
      sha256,
      folderId,
      idempotencyKey,
      signal,
      ...(externalId !== undefined && { externalId }),
      ...(onDuplicate !== undefined && { onDuplicate }),
    }
    const asset = await store.upload(source, options)
    if (file.isFavourite && asset.trashedAt === null) {
      await store.select(asset.id).setFavourite(true, { signal })
    }
    return storedFile(asset)
  } catch (error) {
    file.onBytes(-sent.bytes)
    throw error
  }
}

/** Not nested: V8 makes a hidden class for each generator function. */
async function* counted(
  chunks: AsyncIterable<Uint8Array>,
  onBytes: (bytes: number) => void,
  sent: { bytes: number },
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    sent.bytes += chunk.length
    onBytes(chunk.length)
    yield chunk
  }
}

function storedFile({ id, name, folderId, sha256, trashedAt }: Asset): StoredFile {
  return { id, name, folderId, sha256, isTrashed: trashedAt !== null }
}
