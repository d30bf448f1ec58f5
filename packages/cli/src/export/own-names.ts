import { nameOnDisk, safeFileName } from '../files/safe-name.ts'

/** The list of an export, in its folder. `stowage import --manifest` reads it. */
export const MANIFEST = 'manifest.jsonl'

/** Every name at the top of the folder of an export that is its own. */
export const OWN_NAMES: Readonly<Record<'list' | 'listPart' | 'lock' | 'parts', string>> = {
  list: MANIFEST,
  /** The list while it is made. */
  listPart: `${MANIFEST}.part`,
  /** Held by the one export that writes there. */
  lock: `${MANIFEST}.lock`,
  /** Where files that are not whole yet wait. */
  parts: '.stowage-parts',
}

const OWN = Object.values(OWN_NAMES).map(nameOnDisk)
/** The lock is set aside, and the clock of the disk is read, under names that begin so. */
const BESIDE_LOCK = nameOnDisk(`${OWN_NAMES.lock}.`)

/** Whether a path in the folder of an export is the export's own, or lies in what is. */
export function isOwnName(path: string): boolean {
  const name = nameOnDisk(path.split('/')[0] ?? '')
  return OWN.includes(name) || name.startsWith(BESIDE_LOCK)
}

/** A name that every file system takes, for a file or folder at the top of an export: no name of its own. */
export function safeTopName(name: string): string {
  const safe = safeFileName(name)
  return isOwnName(safe) ? safeFileName(`_${safe}`) : safe
}
