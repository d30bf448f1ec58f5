import { effect, signal } from '@preact/signals'
import { revision } from '../listing/listing.ts'
import { of, progress } from './ledger.ts'
import type { Upload } from './upload.ts'

const NONE: ReadonlySet<string | null> = new Set()

/** Folders in which files were stored since the list was last loaded. */
const unlisted = signal(NONE)

export function noteUnlisted(folderId: string | null): void {
  if (!unlisted.peek().has(folderId)) unlisted.value = new Set([...unlisted.peek(), folderId])
}

effect(() => {
  // The list has come again, with them.
  revision.value
  unlisted.value = NONE
})

/** Whether the list of a folder, or with `undefined` that of all files, is about to show what is uploaded. */
export function areOnTheirWay(folder: string | null | undefined): boolean {
  const { running } = progress.value
  const stored = unlisted.value
  if (folder === undefined) return running || stored.size > 0
  if (!running) return stored.has(folder)
  const [next] = of('waiting')
  const soon = [...of('sending'), ...(next === undefined ? [] : [next])]
  return stored.has(folder) || soon.some((upload) => goesInto(upload, folder))
}

function goesInto({ into, folders }: Upload, folder: string | null): boolean {
  return into.folderId === folder && folders.length === 0
}
