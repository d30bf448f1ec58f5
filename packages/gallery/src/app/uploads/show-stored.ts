import { refreshFolders } from '../listing/folders.ts'
import { refresh } from '../listing/listing.ts'
import { noteUnlisted } from './on-their-way.ts'

/** Milliseconds between two reloads of the list while many files arrive. */
const PAUSE = 3000

let timer: ReturnType<typeof setTimeout> | undefined
/** Those that have more files than they show. */
const folders = new Set<string>()

/**
 * Brings a stored file into the list, and into the count of its folder: at once when it was the last, otherwise soon,
 * with others that arrive meanwhile.
 */
export function showStored(folderId: string | null, last: boolean): void {
  noteUnlisted(folderId)
  if (folderId !== null) folders.add(folderId)
  if (last) show()
  else timer ??= setTimeout(show, PAUSE)
}

function show(): void {
  clearTimeout(timer)
  timer = undefined
  refresh()
  void refreshFolders(new Set(folders))
  folders.clear()
}
