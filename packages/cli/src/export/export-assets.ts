import { isApiClientError } from '@stowage/client'
import { isStowageError } from '@stowage/core'
import { LinkedAbort } from '@stowage/core/internal'
import { wordsOf } from '../exit/explain-error.ts'
import {
  isOutsideDirectory,
  makeFolder,
  removeAll,
  withinDirectory,
} from '../files/contained-files.ts'
import type { AssetItem } from '../target/asset-item.ts'
import type { CommonTarget, FindQuery } from '../target/target.ts'
import { entryOf } from './export-entry.ts'
import { openExportFolders, type PlacedAsset } from './export-folders.ts'
import { openExportList } from './export-list.ts'
import { lockExport } from './export-lock.ts'
import { createExportPaths, type ExportPlace } from './export-paths.ts'
import { OWN_NAMES } from './own-names.ts'
import { compareFile, placeFile, writeAsset } from './write-asset.ts'

/** How to export. */
export interface ExportOptions {
  /** An existing folder. */
  readonly directory: string
  readonly query: Pick<FindQuery, 'filter'>
  /** Files fetched at a time. */
  readonly parallel: number
  /** Whether to overwrite files that differ from the store. */
  readonly force: boolean
  /** Ends the export. The next run continues it. */
  readonly signal: AbortSignal
  /** Called for each asset that is finished. */
  readonly onDone: (bytes: number) => void
  /** Called for each file that was written. */
  readonly onWritten?: (asset: AssetItem, path: string) => void
}

/** An asset that was not exported, and why. */
export interface NotExported {
  readonly id: string
  readonly path: string
  readonly reason: string
}

/** What an export did. */
export interface ExportReport {
  readonly written: number
  readonly writtenBytes: number
  /** Existing files, read and compared. */
  readonly here: number
  readonly refused: readonly NotExported[]
  /** What ended it early; `null` when it finished. */
  readonly failure: unknown
}

/** System error codes for one path that cannot be written while others can. */
const IN_THE_WAY = ['EEXIST', 'EISDIR', 'ENOTDIR', 'ENOTEMPTY', 'ELOOP']

type Outcome = 'written' | 'here' | { readonly reason: string }

type ExportSource = Pick<CommonTarget, 'find' | 'get' | 'open' | 'folders' | 'folder'>

/** Writes files and their list into a folder. After an interruption, the next run does the rest. */
export async function exportAssets(
  source: ExportSource,
  options: ExportOptions,
): Promise<ExportReport> {
  const ending = new LinkedAbort(options.signal)
  try {
    return await exportUntil(ending, source, options)
  } finally {
    ending.unlink()
  }
}

async function exportUntil(
  ending: LinkedAbort,
  source: ExportSource,
  options: ExportOptions,
): Promise<ExportReport> {
  const { directory, query, parallel, onDone, onWritten } = options
  const { signal } = ending
  const parts = await withinDirectory(directory, OWN_NAMES.parts)
  await makeFolder(parts)
  let failure: unknown = null
  const end = (error: unknown): void => {
    failure ??= error
    ending.abort(error)
  }
  const unlock = await lockExport(directory, end)
  const list = await openExportList(directory).catch(async (error) => {
    await removeAll(parts).catch(() => {})
    await unlock()
    throw error
  })
  const tally = { written: 0, writtenBytes: 0, here: 0, refused: [] as NotExported[] }

  function refuse({ id }: AssetItem, path: string, reason: string): void {
    tally.refused.push({ id, path, reason })
  }

  async function bring(asset: AssetItem, { path, earlier }: ExportPlace): Promise<Outcome> {
    const found = await compareFile(await withinDirectory(directory, path), asset, signal)
    if (found === 'same') return 'here'
    if (found === 'different' && !options.force) {
      return { reason: 'is another file there, or was changed since. --force writes it anew.' }
    }
    const before = earlier === null ? null : await withinDirectory(directory, earlier)
    if (before !== null && (await compareFile(before, asset, signal)) === 'same') {
      await placeFile(before, { directory, path })
      return 'here'
    }
    const isWhole = await writeAsset(source, asset, { directory, path, signal })
    return isWhole ? 'written' : { reason: 'is damaged in the store: run "stowage verify".' }
  }

  async function handle(placed: PlacedAsset, location: ExportPlace): Promise<void> {
    const { asset } = placed
    const outcome = await bring(asset, location).catch((error) => {
      signal.throwIfAborted()
      return { reason: reasonOf(asset, error) }
    })
    if (typeof outcome === 'object') refuse(asset, location.path, outcome.reason)
    else {
      await list.add(entryOf(placed, location.path))
      tally[outcome] += 1
      if (outcome === 'written') {
        tally.writtenBytes += asset.size
        onWritten?.(asset, location.path)
      }
    }
    onDone(asset.size)
  }

  try {
    const folders = await openExportFolders(source, signal)
    const locationOf = createExportPaths(folders.first, list.earlier)
    // Oldest first, so that the same one of two files with one name gets it in every run.
    const assets = source.find({ ...query, sort: 'createdAt' }, signal)[Symbol.asyncIterator]()
    const lane = async (): Promise<void> => {
      for (let next = await assets.next(); !next.done; next = await assets.next()) {
        const listed = next.value
        const placed = await folders.placed(listed).catch((error) => {
          signal.throwIfAborted()
          refuse(listed, listed.name, reasonOf(listed, error))
        })
        if (placed === undefined) onDone(listed.size)
        else await handle(placed, locationOf(placed))
      }
    }
    await Promise.all(Array.from({ length: parallel }, () => lane().catch(end)))
    if (failure === null) await list.finish()
  } catch (error) {
    end(error)
  }
  // A disk that fails here neither hides an earlier failure nor keeps the folder locked.
  await list.close().catch(end)
  await removeAll(parts).catch(end)
  await unlock()
  return { ...tally, failure: options.signal.aborted ? options.signal.reason : failure }
}

/** Why one asset cannot be exported. Rethrows errors that all others would hit too. */
function reasonOf(asset: AssetItem, error: unknown): string {
  const isGone = ['asset_not_found', 'file_not_found', 'blob_not_found']
  const { code } = Object(error) as { readonly code?: unknown }
  const isOurs = isStowageError(error) || isApiClientError(error)
  if (isOurs && isGone.includes(String(code))) {
    return asset.status === 'ready'
      ? 'is gone: it was put into the trash meanwhile, or its bytes are missing.'
      : `cannot be served: it is ${asset.status}.`
  }
  if (isOutsideDirectory(error)) {
    return 'would lie outside of the folder: a link in its path leads out. Remove the link.'
  }
  if (isStowageError(error, 'blob_damaged')) return wordsOf(error)
  if (IN_THE_WAY.includes(String(code))) {
    return 'has something in its way: a file where its folder goes, or a folder in its place. Move that away.'
  }
  if (code === 'ENAMETOOLONG')
    return 'has a path that is too long here. Export into a folder higher up.'
  throw error
}
