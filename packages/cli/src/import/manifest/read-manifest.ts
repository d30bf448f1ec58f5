import {
  KEPT_COLUMNS,
  ManifestError,
  type ManifestFile,
  manifestFiles,
} from '@stowage/import/internal'
import type { Found, LeftOut, SourceFile } from '../source-file.ts'

/** Where the files of a manifest are, and where they go. */
export interface ManifestOptions {
  /** Folder from which paths start and which they may not leave. Default: that of the manifest. */
  readonly base?: string
  /** The folder for all files: names from the top. */
  readonly into: readonly string[]
  /** Folders from which no file is taken, links resolved: the store itself. */
  readonly excluded?: readonly string[]
  readonly signal?: AbortSignal
}

/**
 * The files that a manifest names. Refuses rows that name none, with their line. A `ManifestError` for columns that
 * only `--from manifest` keeps, such as dates, except in the list that `stowage export` writes.
 */
export async function readManifest(
  manifest: string,
  { base, into, excluded, signal }: ManifestOptions,
): Promise<Found> {
  const files: SourceFile[] = []
  const refused: LeftOut[] = []
  const read = (row: ManifestFile) => sourceFile(manifest, row, into)
  for await (const row of manifestFiles(manifest, { root: base, excluded }, read)) {
    signal?.throwIfAborted()
    if ('refused' in row) refused.push({ label: row.label, reason: row.refused })
    else files.push(row)
  }
  return { files, refused, ignored: [] }
}

function sourceFile(
  manifest: string,
  { label, file, facts, members }: ManifestFile,
  into: readonly string[],
): SourceFile {
  assertAllKept(manifest, members)
  const { name, folder, sha256, externalId, isFavourite, ...ownData } = facts
  return {
    path: file.path,
    label,
    name,
    folder: [...into, ...folder],
    size: file.size,
    ...(sha256 !== undefined && { sha256 }),
    ...(externalId !== undefined && { externalId }),
    ownData,
    ...(isFavourite !== undefined && { isFavourite }),
  }
}

/** An export writes the facts that the store found out itself next to ids and dates; a handmade table does not. */
function assertAllKept(manifest: string, members: ManifestFile['members']): void {
  if (members.mime_type !== undefined && members.size !== undefined) return
  const lost = KEPT_COLUMNS.filter((column) => members[column] != null)
  if (lost.length === 0) return
  throw new ManifestError(
    `${manifest} has ${lost.join(', ')}, which --manifest does not keep. ` +
      `Use --from manifest ${manifest}, or leave that out.`,
  )
}
