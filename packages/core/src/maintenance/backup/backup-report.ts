import type { CallOptions } from '../../options/call-options.ts'
import type { FileProblem } from '../verify/problem.ts'

/** Where `backup` copies to, and what it reads again. */
export interface BackupOptions extends CallOptions {
  /**
   * A directory on a local disk: empty, not existing yet, or with an earlier backup of this store, which is brought up
   * to date.
   */
  readonly directory: string
  /**
   * Reads again the files that an earlier backup copied, and replaces those that have rotted since. Default `false`.
   */
  readonly checksums?: boolean
  /** Called repeatedly while the backup runs. When it throws, the backup ends. */
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
  /** Files that were removed from an earlier backup, because the store has purged them since. */
  readonly removed: number
  /**
   * Files that are missing or damaged in the store, so that they could not be copied, in the order of their records.
   * `verify` finds the same.
   */
  readonly problems: readonly FileProblem[]
}
