import { textOf } from './own-data-of-row.ts'

/** Names with slashes between them, or a list of names, which may have slashes themselves. */
export function folderOf(folder: unknown): readonly string[] {
  if (folder == null) return []
  if (Array.isArray(folder)) return folder.map((name) => textOf('folder', name))
  return folderPath(textOf('folder', folder))
}

/** `Trips/2026` as its names. */
export function folderPath(text: string): string[] {
  return text.split('/').filter((name) => name.trim() !== '')
}
