import { toast } from '../toasts/toasts.ts'
import { t } from '../words/words.ts'
import type { ChosenFile } from './upload.ts'

/** What a person has chosen. */
export interface Chosen {
  readonly files: readonly ChosenFile[]
  /** How many files were left out because systems put them into folders for themselves. */
  readonly leftOut: number
}

/** Files of an `<input>`: with `webkitdirectory` each file names the folders it is in. */
export function filesOfInput(files: Iterable<File>): Chosen {
  return chosenOf(
    [...files].map((file) => ({ file, folders: file.webkitRelativePath.split('/').slice(0, -1) })),
  )
}

/** Files that were dropped, including those in dropped folders. */
export async function filesOfDrop({ items, files }: DataTransfer): Promise<Chosen> {
  // The items are empty after the event, so each must be read before the first `await`.
  const entries = [...items].map((item) => item.webkitGetAsEntry?.() ?? null)
  const plain = [...files].map((file) => ({ file, folders: [] }))
  if (!entries.some((entry) => entry?.isDirectory)) return { files: plain, leftOut: 0 }
  const found = entries.flatMap((entry) => (entry === null ? [] : [filesBelow(entry, [])]))
  return chosenOf((await Promise.all(found)).flat())
}

async function filesBelow(
  entry: FileSystemEntry,
  folders: readonly string[],
): Promise<readonly ChosenFile[]> {
  try {
    if (isFile(entry)) return [{ file: await fileOf(entry), folders }]
    if (!isDirectory(entry)) return []
    const below: ChosenFile[] = []
    for (const child of await childrenOf(entry)) {
      below.push(...(await filesBelow(child, [...folders, entry.name])))
    }
    return below
  } catch {
    toast(t('uploads.folderUnreadable', { name: entry.name }), { kind: 'error' })
    return []
  }
}

/** A browser gives at most 100 at a time, and none at the end. */
async function childrenOf(directory: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = directory.createReader()
  const children: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0) return children
    children.push(...some)
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject))
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile
}

function isDirectory(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}

/** Says that some files were left out, if any were. */
export function sayLeftOut({ leftOut }: Chosen): void {
  if (leftOut > 0) toast(t('uploads.leftOut', { count: leftOut }))
}

function chosenOf(all: readonly ChosenFile[]): Chosen {
  const files = all.filter(isWanted)
  return { files, leftOut: all.length - files.length }
}

/** Leaves out what systems put into folders for themselves: a person does not mean it by "this folder". */
function isWanted({ file, folders }: ChosenFile): boolean {
  if (folders.length === 0) return true
  return !['.DS_Store', 'Thumbs.db', 'desktop.ini'].includes(file.name)
}
