import { setImmediate as nextTurn } from 'node:timers/promises'
import { ManifestError } from '../rows/manifest-error.ts'
import type { ArchiveEntry } from './archive-entries.ts'

/** A folder of an archive. */
export interface ArchiveFolder {
  readonly id: string
  readonly name: string
  readonly parentId: string | null
  /** Whose scope it is in; `null`: that of the whole store. */
  readonly createdBy: string | null
}

/** The folders of an archive, by id. */
export type ArchiveFolders = Map<string, ArchiveFolder>

type Members = Readonly<Record<string, unknown>>

/** The most bytes of an entry. */
const MAX_SIZE = 256 * 2 ** 20
/** Folders to read in one turn of the event loop. */
const TURN = 1000

/**
 * Adds the folders of an entry such as `folders.jsonl`: the last line of a folder counts. A `ManifestError` names a
 * line that is not a folder.
 */
export async function readFolders(
  file: string,
  entry: Pick<ArchiveEntry, 'name' | 'text'>,
  folders: ArchiveFolders,
): Promise<void> {
  const text = await entry.text(MAX_SIZE)
  let number = 0
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from)
    const line = text.slice(from, end === -1 ? text.length : end)
    from += line.length + 1
    number += 1
    if (line.trim() !== '') {
      const folder = parsedFolder(`${file}: line ${number} of ${entry.name}`, line)
      folders.set(folder.id, folder)
    }
    if (number % TURN === 0) await nextTurn()
  }
}

function parsedFolder(where: string, line: string): ArchiveFolder {
  let folder: unknown
  try {
    folder = JSON.parse(line)
  } catch {}
  const { id, name, parentId = null, createdBy = null } = Object(folder) as Members
  const texts = [id, name, parentId ?? '', createdBy ?? '']
  if (texts.every((part) => typeof part === 'string')) {
    return { id, name, parentId, createdBy } as ArchiveFolder
  }
  throw new ManifestError(`${where} is no folder. The archive is damaged: export the tenant again.`)
}
