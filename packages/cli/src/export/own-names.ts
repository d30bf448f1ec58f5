import { nameOnDisk, safeFileName } from '../files/safe-name.ts'

/** The list of an export, in its folder. `stowage import --manifest` reads it. */
export const MANIFEST = 'manifest.jsonl'

/** Every name at the top of the folder that the export uses itself. */
export const OWN_NAMES: Readonly<Record<'list' | 'listPart' | 'lock' | 'parts', string>> = {
  list: MANIFEST,
  /** The list while it is made. */
  listPart: `${MANIFEST}.part`,
  /** Held by the one export that writes there. */
  lock: `${MANIFEST}.lock`,
  /** Holds files that are not complete yet. */
  parts: '.stowage-parts',
}

const OWN = Object.values(OWN_NAMES).map(nameOnDisk)
/** The start of the names for a lock set aside, and for the file that shows the clock of the disk. */
const BESIDE_LOCK = nameOnDisk(`${OWN_NAMES.lock}.`)

/** Whether a path in the folder of an export is one of the export's own names, or below one. */
export function isOwnName(path: string): boolean {
  const name = nameOnDisk(path.split('/')[0] ?? '')
  return OWN.includes(name) || name.startsWith(BESIDE_LOCK)
}

/**
 * A name that every file system accepts, for a file or folder at the top of an export: none of the export's own names.
 */
export function safeTopName(name: string): string {
  const safe = safeFileName(name)
  return isOwnName(safe) ? safeFileName(`_${safe}`) : safe
}
