import { ManifestError } from '../rows/manifest-error.ts'
import type { ArchiveEntry } from './archive-entries.ts'

/** What `stowage.json`, the first entry, says about an archive. */
export interface About {
  /** Whether `end.json` ends it. Archives of earlier releases have none. */
  readonly counted: boolean
}

/** The totals of the files in an archive. */
export interface Counts {
  readonly assets: number
  readonly bytes: number
}

/** The latest archive version that this release knows. */
const VERSION = 1
/** The most bytes of an entry about the whole archive. */
const MAX_SIZE = 64 * 1024

/** Reads the first entry. A `ManifestError` unless it belongs to an archive of a known version. */
export async function readAbout(file: string, entry: ArchiveEntry): Promise<About> {
  if (entry.name !== 'stowage.json') throw notAnArchive(file)
  const { version, counted = false } = await readMembers(file, entry)
  if (version === VERSION) return { counted: counted === true }
  throw new ManifestError(
    `${file} is an archive of version ${String(version)}, and this release reads version ${VERSION}. Update Stowage.`,
  )
}

/** Reads `end.json`. */
export async function readCounts(file: string, entry: ArchiveEntry): Promise<Counts> {
  const { assets, bytes } = await readMembers(file, entry)
  if (typeof assets === 'number' && typeof bytes === 'number') return { assets, bytes }
  throw unreadable(file, entry)
}

/** A `ManifestError` when the archive lacks something that was written into it. */
export function assertCounts(
  file: string,
  archive: { readonly about: About; readonly counts: Counts | null; readonly seen: Counts },
): void {
  const { about, counts, seen } = archive
  if (counts === null) {
    if (!about.counted) return
    throw new ManifestError(`${file} lacks end.json: it was cut off. Copy or export it again.`)
  }
  if (counts.assets === seen.assets && counts.bytes === seen.bytes) return
  throw new ManifestError(
    `${file} has ${seen.assets} files with ${seen.bytes} bytes, and was written with ${counts.assets} ` +
      `and ${counts.bytes} bytes: it is damaged. Copy or export it again.`,
  )
}

/** A `ManifestError`. */
export function notAnArchive(file: string): ManifestError {
  return new ManifestError(
    `${file} is no archive of a tenant: it does not begin with stowage.json.`,
  )
}

async function readMembers(
  file: string,
  entry: ArchiveEntry,
): Promise<Readonly<Record<string, unknown>>> {
  const text = await entry.text(MAX_SIZE)
  try {
    return Object(JSON.parse(text)) as Readonly<Record<string, unknown>>
  } catch {
    throw unreadable(file, entry)
  }
}

function unreadable(file: string, { name }: ArchiveEntry): ManifestError {
  return new ManifestError(
    `${file}: ${name} cannot be read: the archive is damaged. Copy or export it again.`,
  )
}
