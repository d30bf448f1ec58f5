import type { CallOptions } from '../call-options.ts'
import type { Problem, RepairAct } from './problem.ts'

/** What `verify` looks at, for how long, and whether it repairs. */
export interface VerifyOptions extends CallOptions {
  /** Acts on what was found, once all of it is known, and tries failed variants again. Default `false`: reports only. */
  readonly repair?: boolean
  /**
   * Reads every byte and compares it with the record's SHA-256. Default `true`: rotten bytes of the right
   * number are the one thing that nothing else would ever notice. `false` looks at names and sizes alone.
   */
  readonly checksums?: boolean
  /**
   * Milliseconds after which the search stops and gives a `cursor`. At least one record, or one batch of
   * blobs, is looked at, so every run gets further. Default: no limit.
   */
  readonly maxTime?: number
  /** Where an earlier run stopped. Default: from the beginning. */
  readonly cursor?: string
  /** Problems after which the search stops and gives a `cursor`; those of one record stay together. Default 1000. */
  readonly maxProblems?: number
  /**
   * A repair is refused when it would touch more than 10 files or blobs, and more than this share of those
   * that the run looked at. Then a wrong directory or database is likelier. Default 0.01.
   */
  readonly maxShare?: number
  /** Called again and again while it runs, and once at its end. What it throws ends the run. */
  readonly onProgress?: (progress: VerifyProgress) => void
}

/** How far a run has come. */
export interface VerifyProgress {
  /** What the run does now, in this order. */
  readonly phase: 'records' | 'versions' | 'blobs' | 'staging' | 'repair'
  /** Records looked at. */
  readonly records: number
  /** Originals and variants of these records. */
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
  /** Each with what was done about it; `null` when nothing was: not asked for, not possible, or changed meanwhile. */
  readonly problems: readonly (Problem & { readonly repair: RepairAct | null })[]
  /** Assets that a repair made a variant of which had failed before; it tries each variant 3 times at most, in all. */
  readonly variantsMade: number
  /** Where the next run goes on; `null` when this one came to the end. */
  readonly cursor: string | null
}
