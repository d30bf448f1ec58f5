import type { FileHandle } from 'node:fs/promises'
import {
  appendText,
  isOutsideDirectory,
  moveFile,
  openNew,
  openToRead,
  type PathWithin,
  readText,
  removeFile,
  withinDirectory,
} from '../files/contained-files.ts'
import type { ExportEntry } from './export-entry.ts'
import { isOwnName, OWN_NAMES } from './own-names.ts'

/** The list of an export in progress: `manifest.jsonl.part`, which replaces the earlier list at the end. */
export interface ExportList {
  /** Where each asset of earlier exports is, by its id. */
  readonly earlier: ReadonlyMap<string, string>
  add(entry: ExportEntry): Promise<void>
  /** Puts the list in place, with the entries that only earlier exports had. */
  finish(): Promise<void>
  /** Closes the file. Added entries count in the next run. */
  close(): Promise<void>
}

/** Opens the list in a folder. The entries of a run that was cut off count as earlier ones. */
export async function openExportList(directory: string): Promise<ExportList> {
  const file = await withinDirectory(directory, OWN_NAMES.list)
  const part = await withinDirectory(directory, OWN_NAMES.listPart)
  await keepWhatWasAdded(part, file)
  const earlier = new Map<string, string>()
  for await (const { id, path: at } of entriesOf(file)) {
    if (await mayBeOfAsset(directory, at)) earlier.set(id, at)
  }
  let handle: FileHandle | undefined = await openNew(part)
  const added = new Set<string>()

  async function close(): Promise<void> {
    const open = handle
    handle = undefined
    await open?.close()
  }

  return {
    earlier,
    async add(entry) {
      added.add(entry.id)
      // One write, so that a line is complete or missing, except the last line of a killed run.
      await handle?.appendFile(`${JSON.stringify(entry)}\n`)
    },
    async finish() {
      for await (const { id, line } of entriesOf(file)) {
        if (!added.has(id)) await handle?.appendFile(`${line}\n`)
      }
      await handle?.sync()
      await close()
      await moveFile(part, file)
    },
    close,
  }
}

/** Keeps whole lines only: the last one may be cut off. */
async function keepWhatWasAdded(part: PathWithin, file: PathWithin): Promise<void> {
  const text = await readText(part).catch(nothingThere)
  if (text === undefined) return
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  // The list itself may lack its last line break, when an earlier attempt at this was cut off.
  if (whole !== '') await appendText(file, `\n${whole}`)
  await removeFile(part)
}

interface ListedEntry {
  readonly id: string
  readonly path: string
  readonly line: string
}

async function* entriesOf(file: PathWithin): AsyncGenerator<ListedEntry> {
  const handle = await openToRead(file).catch(nothingThere)
  if (handle === undefined) return
  try {
    for await (const line of handle.readLines()) {
      const entry = entryOfLine(line)
      if (entry !== undefined) yield { ...entry, line }
    }
  } finally {
    await handle.close().catch(() => {})
  }
}

function entryOfLine(line: string): { readonly id: string; readonly path: string } | undefined {
  try {
    const { id, path } = Object(JSON.parse(line)) as Partial<Record<'id' | 'path', unknown>>
    return typeof id === 'string' && typeof path === 'string' ? { id, path } : undefined
  } catch {
    return undefined
  }
}

/** Lists are data: somebody may have changed this one. */
async function mayBeOfAsset(directory: string, at: string): Promise<boolean> {
  if (isOwnName(at)) return false
  try {
    await withinDirectory(directory, at)
    return true
  } catch (error) {
    if (isOutsideDirectory(error)) return false
    throw error
  }
}

function nothingThere(error: unknown): undefined {
  if ((Object(error) as { readonly code?: unknown }).code === 'ENOENT') return undefined
  throw error
}
