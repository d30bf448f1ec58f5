import { realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import {
  EntryError,
  folderOf,
  isWithin,
  manifestRows,
  ownDataOfRow,
  systemReason,
  textOf,
  yesOrNo,
} from '@stowage/import/internal'
import type { Found, LeftOut, SourceFile } from '../source-file.ts'

/** Where the files of a manifest are, and where they go. */
export interface ManifestOptions {
  /** Folder that paths start from and may not leave. Default: that of the manifest. */
  readonly base?: string
  /** Names of the folders that everything comes to lie in. */
  readonly into: readonly string[]
  /** Folders that no file is taken from, links resolved: the store itself. */
  readonly excluded?: readonly string[]
  readonly signal?: AbortSignal
}

/** The files that a manifest names. Rows that name none are refused, with their line. */
export async function readManifest(file: string, options: ManifestOptions): Promise<Found> {
  const base = await realpath(options.base ?? path.dirname(file))
  const files: SourceFile[] = []
  const refused: LeftOut[] = []
  for await (const { line, members } of manifestRows(file)) {
    options.signal?.throwIfAborted()
    const label =
      typeof members?.path === 'string' ? members.path : `${path.basename(file)}:${line}`
    try {
      if (members === null) throw new EntryError('is no object in JSON')
      files.push(await fileOfRow(members, base, options))
    } catch (error) {
      const isRow = error instanceof EntryError
      const reason = isRow ? `line ${line}: ${error.message}` : systemReason(error)
      refused.push({ label, reason })
    }
  }
  return { files, refused, ignored: [] }
}

async function fileOfRow(
  members: Readonly<Record<string, unknown>>,
  base: string,
  { into, excluded = [] }: ManifestOptions,
): Promise<SourceFile> {
  if (members.path === undefined) throw new EntryError('has no path')
  const label = textOf('path', members.path)
  if (label.includes('\0')) throw new EntryError('path has a character that no path can have')
  const at = await realpath(path.resolve(base, label))
  if (!isWithin(base, at))
    throw new EntryError('lies outside the folder of the manifest: see --base')
  if (excluded.some((folder) => isWithin(folder, at))) {
    throw new EntryError('lies in the folder of the store itself')
  }
  const facts = await stat(at)
  if (!facts.isFile()) throw new EntryError('is no file')
  const { name, folder, sha256, external_id: externalId, is_favourite: favourite } = members
  return {
    path: at,
    label,
    name: name == null ? path.basename(label) : textOf('name', name),
    folder: [...into, ...folderOf(folder)],
    size: facts.size,
    ...(sha256 != null && { sha256: textOf('sha256', sha256).toLowerCase() }),
    ...(externalId != null && { externalId: textOf('external_id', externalId) }),
    ownData: ownDataOfRow(members),
    ...(favourite != null && { isFavourite: yesOrNo('is_favourite', favourite) }),
  }
}
