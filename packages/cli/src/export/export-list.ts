import { createReadStream } from 'node:fs'
import { appendFile, type FileHandle, open, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { isWithin } from '../io/is-within.ts'
import { type ExportEntry, MANIFEST } from './export-entry.ts'

/** The list of an export while it is made: `manifest.jsonl.part`, which takes the place of the one before at the end. */
export interface ExportList {
  /** Where each asset of earlier exports is, by its id. */
  readonly earlier: ReadonlyMap<string, string>
  add(entry: ExportEntry): Promise<void>
  /** Puts the list in place, with what only earlier exports had. */
  finish(): Promise<void>
  /** Closes what is open. What was added counts in the next run. */
  close(): Promise<void>
}

/** Opens the list in a folder. What a run that was cut off had added is among the earlier ones. */
export async function openExportList(directory: string): Promise<ExportList> {
  const file = path.join(directory, MANIFEST)
  const part = `${file}.part`
  await keepWhatWasAdded(part, file)
  const earlier = new Map<string, string>()
  for await (const { id, path: at } of entriesOf(file)) {
    if (isBelow(directory, at)) earlier.set(id, at)
  }
  let handle: FileHandle | undefined = await open(part, 'wx')
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
      // One write, so that a line is there or not, but for the last of a run that is killed.
      await handle?.appendFile(`${JSON.stringify(entry)}\n`)
    },
    async finish() {
      for await (const { id, line } of entriesOf(file)) {
        if (!added.has(id)) await handle?.appendFile(`${line}\n`)
      }
      await handle?.sync()
      await close()
      await rename(part, file)
    },
    close,
  }
}

/** Whole lines alone: the last one may be cut off. */
async function keepWhatWasAdded(part: string, file: string): Promise<void> {
  const text = await readFile(part, 'utf8').catch(nothingThere)
  if (text === undefined) return
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  // The list itself may lack its last line end, when an earlier attempt at this was cut off.
  if (whole !== '') await appendFile(file, `\n${whole}`)
  await rm(part)
}

interface ListedEntry {
  readonly id: string
  readonly path: string
  readonly line: string
}

async function* entriesOf(file: string): AsyncGenerator<ListedEntry> {
  const input = createReadStream(file)
  const missing = new Promise<unknown>((resolve) => input.once('error', resolve))
  const opened = new Promise<void>((resolve) => input.once('ready', resolve))
  const error = await Promise.race([missing, opened])
  if (error !== undefined) return nothingThere(error)
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    const entry = entryOfLine(line)
    if (entry !== undefined) yield { ...entry, line }
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
function isBelow(directory: string, at: string): boolean {
  const root = path.resolve(directory)
  const target = path.resolve(root, at)
  return target !== root && isWithin(root, target)
}

function nothingThere(error: unknown): undefined {
  if ((Object(error) as { readonly code?: unknown }).code === 'ENOENT') return undefined
  throw error
}
