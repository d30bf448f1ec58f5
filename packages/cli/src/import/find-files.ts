import { createExclusion, ManifestError } from '@stowage/import/internal'
import { usageError } from '../exit/cli-error.ts'
import { assertThere } from '../files/assert-there.ts'
import { systemReason } from '../io/system-reason.ts'
import { type ScanOptions, scanFolder } from './folder/scan-folder.ts'
import { readManifest } from './manifest/read-manifest.ts'
import type { Found } from './source-file.ts'

/** Where an import looks for files. */
export interface FindFilesOptions extends Omit<ScanOptions, 'exclusion'> {
  /** Patterns to leave out of folders. */
  readonly exclude: readonly string[] | undefined
  readonly paths: readonly string[]
  readonly manifest: string | undefined
  readonly base: string | undefined
}

/** All files of an import: of its folders, or of its manifest. */
export async function findFiles(options: FindFilesOptions): Promise<Found> {
  const { paths, manifest, base, exclude } = options
  if (manifest === undefined) {
    if (base !== undefined) throw usageError('--base is for paths of a --manifest.')
    if (paths.length === 0) throw usageError('Name files or folders to import, or a --manifest.')
    const exclusion = createExclusion(exclude)
    return joined(await inTurn(paths, (path) => scanFolder(path, { ...options, exclusion })))
  }
  if (exclude !== undefined) throw usageError('--exclude is for folders. Leave the row out.')
  if (paths.length > 0) throw usageError('Name either files and folders, or a --manifest.')
  if (base !== undefined) await assertThere(base)
  const { into, excluded, signal } = options
  const others = { ...(base !== undefined && { base }), ...(signal !== undefined && { signal }) }
  return joined(
    await inTurn([manifest], (file) => readManifest(file, { into, excluded, ...others })),
  )
}

async function inTurn(
  paths: readonly string[],
  look: (path: string) => Promise<Found>,
): Promise<Found[]> {
  const found: Found[] = []
  for (const path of paths) {
    try {
      found.push(await look(path))
    } catch (error) {
      if (error instanceof ManifestError) throw usageError(error.message)
      const { code } = Object(error) as { readonly code?: unknown }
      if (typeof code !== 'string' || !code.startsWith('E')) throw error
      throw usageError(`${path} ${systemReason(error)}. Check the path.`)
    }
  }
  return found
}

function joined(found: readonly Found[]): Found {
  return {
    files: found.flatMap(({ files }) => files),
    refused: found.flatMap(({ refused }) => refused),
    ignored: found.flatMap(({ ignored }) => ignored),
  }
}
