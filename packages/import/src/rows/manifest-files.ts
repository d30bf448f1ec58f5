import path from 'node:path'
import type { ImportItem } from '@stowage/core'
import { nameForStore } from '../entries/name-for-store.ts'
import { EntryError, refusedEntry, UnreadableFileError } from '../entries/refusal.ts'
import { type FoundFile, openRoot, openRootOf, type SourceRoot } from '../entries/root.ts'
import { folderOf } from './folder-names.ts'
import { manifestRows } from './manifest-rows.ts'
import { keyOf, ownDataOfRow, textOf, yesOrNo } from './own-data-of-row.ts'

type Members = Readonly<Record<string, unknown>>

/** What a row says about its file, as every way to import accepts it. */
export type RowFacts = Pick<
  ImportItem,
  | 'name'
  | 'folder'
  | 'title'
  | 'alt'
  | 'tags'
  | 'metadata'
  | 'focus'
  | 'sha256'
  | 'externalId'
  | 'isFavourite'
> & { readonly name: string; readonly folder: readonly string[] }

/** A file that a row of a manifest names. */
export interface ManifestFile {
  /** Its path, as the row has it. */
  readonly label: string
  readonly line: number
  readonly file: FoundFile
  readonly facts: RowFacts
  /** All cells of the row, by column name. */
  readonly members: Members
}

/** A row whose file cannot be imported, and why. */
export interface RefusedRow {
  readonly label: string
  readonly refused: string
}

/** Where the files of a manifest are. */
export interface ManifestPlace {
  /** Folder from which paths start and which they may not leave. Default: that of the manifest. */
  readonly root?: string | undefined
  /** Folders from which no file is taken, links resolved. */
  readonly excluded?: readonly string[] | undefined
}

/**
 * The files that a manifest names, one by one. Of rows with the same `id` or `external_id` it takes the first and
 * refuses the others. `read` turns a file into what the caller needs; its `EntryError` refuses the row.
 *
 * Memory grows with the table: it keeps each `id` and `external_id` until the end, at about 100 bytes each.
 */
export async function* manifestFiles<Read>(
  manifest: string,
  { root: given, excluded }: ManifestPlace,
  read: (file: ManifestFile) => Read,
): AsyncGenerator<Read | RefusedRow> {
  const root =
    given === undefined
      ? await openRootOf(manifest, excluded)
      : await openRoot('root', given, excluded)
  const seen: SeenKeys = { id: new Map(), external_id: new Map() }
  for await (const { line, members } of manifestRows(manifest)) {
    const label =
      typeof members?.path === 'string' ? members.path : `${path.basename(manifest)}:${line}`
    try {
      if (members === null) throw new EntryError('is no object in JSON')
      const file = await fileOfRow(members, root)
      const facts = factsOfRow(label, members)
      assertFirst(members, line, seen)
      yield read({ label, line, file, facts, members })
    } catch (error) {
      const { refused } = refusedEntry(label, error)
      // The fault is in the file, which the label names, not in the row.
      const isFile = error instanceof UnreadableFileError
      yield { label, refused: isFile ? refused : `line ${line}: ${refused}` }
    }
  }
}

async function fileOfRow(members: Members, root: SourceRoot): Promise<FoundFile> {
  if (members.path === undefined) throw new EntryError('has no path')
  return root.file(textOf('path', members.path))
}

function factsOfRow(label: string, members: Members): RowFacts {
  const { name, folder, sha256, external_id: externalId, is_favourite: favourite } = members
  return {
    name: name == null ? nameForStore(path.basename(label)) : textOf('name', name),
    folder: folderOf(folder),
    ...ownDataOfRow(members),
    ...(sha256 != null && { sha256: textOf('sha256', sha256).toLowerCase() }),
    ...(externalId != null && { externalId: keyOf('external_id', externalId) }),
    ...(favourite != null && { isFavourite: yesOrNo('is_favourite', favourite) }),
  }
}

/** The line of each id. */
type SeenKeys = Readonly<Record<'id' | 'external_id', Map<string, number>>>

/** Several files are stored at a time: which of two rows came first must not depend on that. */
function assertFirst(members: Members, line: number, seen: SeenKeys): void {
  for (const column of ['id', 'external_id'] as const) {
    const value = members[column]
    if (value == null) continue
    const first = seen[column].get(String(value))
    if (first !== undefined) {
      throw new EntryError(`has the ${column} "${String(value)}" of line ${first}, which is taken`)
    }
    seen[column].set(String(value), line)
  }
}
