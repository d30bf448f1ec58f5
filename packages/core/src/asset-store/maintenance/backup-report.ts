import type { CallOptions } from '../call-options.ts'
import type { FileProblem } from './problem.ts'

/** Where `backup` copies to, and what it reads again. */
export interface BackupOptions extends CallOptions {
  /** Empty, not there yet, or holding an earlier backup of this store, which is brought up to date. On a local disk. */
  readonly directory: string
  /** Reads what an earlier backup copied again, and copies anew what has rotted since. Default `false`. */
  readonly checksums?: boolean
  /** Called again and again while it runs. What it throws ends the backup. */
  readonly onProgress?: (progress: BackupProgress) => void
}

/** How far a backup has come. */
export interface BackupProgress {
  /** Records whose files are all in the backup. */
  readonly records: number
  /** Files copied now. */
  readonly copied: number
  /** Bytes copied now. */
  readonly bytes: number
  /** Files that an earlier backup had copied. */
  readonly kept: number
}

/** What a backup copied, kept and removed. */
export interface BackupReport extends BackupProgress {
  /** Files of an earlier backup that were purged from the store since, and are removed. */
  readonly removed: number
  /** Files that are missing or damaged in the store, so that there was no copying them. `verify` finds the same. */
  readonly problems: readonly FileProblem[]
}
