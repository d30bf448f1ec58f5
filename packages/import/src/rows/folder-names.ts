import { MAX_FOLDER_DEPTH } from '@stowage/core/internal'
import { EntryError } from '../entries/refusal.ts'
import { textOf } from './own-data-of-row.ts'

/** Names separated by slashes, or a list of names, which may contain slashes themselves. */
export function folderOf(folder: unknown): readonly string[] {
  if (folder == null) return []
  if (Array.isArray(folder)) return folder.map((name) => textOf('folder', name))
  return folderPath(textOf('folder', folder))
}

/** `Trips/2026` as its names. */
export function folderPath(text: string): string[] {
  return text.split('/').filter((name) => name.trim() !== '')
}

/** An `EntryError` when one more folder would be too many for a store, as in a cycle of folders. */
export function assertOneMore(names: readonly string[]): void {
  if (names.length < MAX_FOLDER_DEPTH) return
  throw new EntryError(
    `lies in more than ${MAX_FOLDER_DEPTH} folders, or in some that lie in each other`,
  )
}
