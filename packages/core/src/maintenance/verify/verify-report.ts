import type { CallOptions } from '../../options/call-options.ts'
import type { Problem, RepairAct } from './problem.ts'

/** What `verify` looks at, for how long, and whether it repairs. */
export interface VerifyOptions extends CallOptions {
  /**
   * Repairs the problems, once all of them are found, and tries failed variants again. Default `false`: only reports.
   */
  readonly repair?: boolean
  /**
   * Reads every file and compares it with the record's SHA-256. Default `true`: nothing else would ever notice rotten
   * bytes in a file of the right size. `false` checks names and sizes only.
   */
  readonly checksums?: boolean
  /**
   * Milliseconds after which the search stops and gives a `cursor`. At least one record, or one batch of
   * blobs, is looked at, so every run gets further. Default: no limit.
   */
  readonly maxTimeMs?: number
  /** Where an earlier run stopped. Default: from the beginning. */
  readonly cursor?: string
  /** Problems after which the search stops and gives a `cursor`; those of one record stay together. Default 1000. */
  readonly maxProblems?: number
  /**
   * A repair is refused when it would touch more than 10 files or blobs, and more than this share of those that the run
   * looked at. A wrong directory or database is then the likelier cause. Default 0.01.
   */
  readonly maxShare?: number
  /** Called repeatedly while the run lasts, and once at its end. When it throws, the run ends. */
  readonly onProgress?: (progress: VerifyProgress) => void
}

/** How far a run has come. */
export interface VerifyProgress {
  /** What the run does now, in this order. */
  readonly phase: 'records' | 'versions' | 'blobs' | 'staging' | 'repair'
  /** Records looked at. */
  readonly records: number
  /** Originals and variants of these records, and the files of versions. */
  readonly files: number
  /** Bytes read for checksums. */
  readonly bytes: number
  /** Blobs listed. */
  readonly blobs: number
  /** Problems found so far. */
  readonly problems: number
}

/** What a run of `verify` saw, found and repaired. */
export interface VerifyReport extends Omit<VerifyProgress, 'phase' | 'problems'> {
  /**
   * Each problem, with what the repair did about it; `null` when it did nothing: not asked for, not possible, or the
   * file changed meanwhile.
   */
  readonly problems: readonly (Problem & { readonly repair: RepairAct | null })[]
  /**
   * Assets for which the repair made a variant that had failed before. A repair tries each variant at most 3 times in
   * all.
   */
  readonly variantsMade: number
  /** Where the next run continues; `null` when this one reached the end. */
  readonly cursor: string | null
}
