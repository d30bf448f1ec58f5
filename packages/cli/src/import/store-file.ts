import { createHash, randomUUID } from 'node:crypto'
import { isApiClientError } from '@stowage/client'
import { isStowageError } from '@stowage/core'
import type { OnDuplicate } from '@stowage/core/types'
import { type CheckedFile, locationOf } from './checked-files.ts'
import type { ImportDestination, StoredFile } from './destination/destination.ts'
import type { FolderTree } from './folder/folder-tree.ts'

/** What storing one file needs. */
export interface StoreContext {
  readonly destination: ImportDestination
  readonly folders: FolderTree
  readonly onDuplicate: OnDuplicate | undefined
  readonly signal: AbortSignal
  /** Called with bytes that were sent; negative when they are sent again. */
  readonly onBytes: (bytes: number) => void
}

/** What happened to a file; `bytes`: those reported to `onBytes`. */
export type StoreOutcome =
  | { readonly id: string; readonly bytes: number }
  | { readonly reason: string }

/** Stores one file. Rejects with what ends the whole import. */
export async function storeFile(
  checked: CheckedFile,
  context: StoreContext,
): Promise<StoreOutcome> {
  const { destination, folders, onDuplicate, signal } = context
  let bytes = 0
  const onBytes = (sent: number) => {
    bytes += sent
    context.onBytes(sent)
  }
  try {
    const { file, name, sha256 } = checked
    const folderId = await folders.make(file.folder)
    const { path, size, ownData, externalId } = file
    const isFavourite = file.isFavourite === true
    const facts = { path, name, size, sha256, folderId, ownData, isFavourite, externalId }
    const upload = { ...facts, onDuplicate, onBytes, signal }
    const attempt = (idempotencyKey: string) => destination.store({ ...upload, idempotencyKey })
    const kept = await attempt(keyOf(checked, folderId)).catch(nullWhenReplayed)
    // The key of an earlier run leads to its file, which may since have been trashed, renamed, moved or purged.
    const isEnough = (stored: StoredFile) =>
      onDuplicate === 'return' ? !stored.isTrashed : isThere(stored, { ...upload, folderId })
    if (kept !== null && isEnough(kept)) return { id: kept.id, bytes }
    onBytes(-bytes)
    return { id: (await attempt(randomUUID())).id, bytes }
  } catch (error) {
    signal.throwIfAborted()
    const reason = isChanged(error)
      ? 'changed while it was imported. Import it again.'
      : destination.refusal(error)
    if (reason === null) throw error
    onBytes(-bytes)
    return { reason }
  }
}

function keyOf({ file, name, sha256 }: CheckedFile, folderId: string | null): string {
  const text = `${locationOf({ sha256, name, folderId })}${JSON.stringify([file.ownData, file.externalId])}`
  return `import-${createHash('sha256').update(text).digest('hex')}`
}

function isThere(
  kept: StoredFile,
  wanted: { readonly name: string; readonly folderId: string | null },
): boolean {
  return !kept.isTrashed && kept.name === wanted.name && kept.folderId === wanted.folderId
}

function nullWhenReplayed(error: unknown): null {
  const codes = ['asset_not_found', 'idempotency_conflict'] as const
  if (isStowageError(error, ...codes)) return null
  if (isApiClientError(error) && codes.some((code) => code === error.code)) return null
  throw error
}

function isChanged(error: unknown): boolean {
  if (isStowageError(error, 'digest_mismatch')) return true
  return isApiClientError(error) && error.code === 'digest_mismatch'
}
