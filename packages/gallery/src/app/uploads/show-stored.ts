import { reloadFolders } from '../listing/folders.ts'
import { refresh } from '../listing/listing.ts'

/** Milliseconds between two looks at the list while many files arrive. */
const PAUSE = 3000

let timer: ReturnType<typeof setTimeout> | undefined

/** Brings stored files into the list: at once when they were the last, else soon, with others that arrive meanwhile. */
export function showStored(last: boolean): void {
  if (last) show()
  else timer ??= setTimeout(show, PAUSE)
}

function show(): void {
  clearTimeout(timer)
  timer = undefined
  refresh()
  reloadFolders()
}
