import { setImmediate as nextTurn } from 'node:timers/promises'
import { ManifestError } from '../rows/manifest-error.ts'

/** The folders of an archive, by id. */
export type ArchiveFolders = ReadonlyMap<
  string,
  { readonly name: string; readonly parentId: string | null }
>

/** Folders that are read in one turn of the event loop. */
const TURN = 1000

/** Reads `folders.jsonl`. A `ManifestError` names the line that is no folder. */
export async function readFolders(file: string, text: string): Promise<ArchiveFolders> {
  const folders = new Map<string, { readonly name: string; readonly parentId: string | null }>()
  let number = 0
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from)
    const line = text.slice(from, end === -1 ? text.length : end)
    from += line.length + 1
    number += 1
    if (line.trim() !== '') {
      const { id, name, parentId } = parsedFolder(`${file}: line ${number} of folders.jsonl`, line)
      folders.set(id, { name, parentId })
    }
    if (number % TURN === 0) await nextTurn()
  }
  return folders
}

function parsedFolder(
  where: string,
  line: string,
): { readonly id: string; readonly name: string; readonly parentId: string | null } {
  let folder: unknown
  try {
    folder = JSON.parse(line)
  } catch {}
  const { id, name, parentId = null } = Object(folder) as Readonly<Record<string, unknown>>
  const isText = [id, name, parentId ?? ''].every((part) => typeof part === 'string')
  if (isText) return { id, name, parentId } as ReturnType<typeof parsedFolder>
  throw new ManifestError(`${where} is no folder. The archive is damaged: export the tenant again.`)
}
