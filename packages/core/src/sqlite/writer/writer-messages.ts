import type { MigrationProgress } from '../../events/migration-progress.ts'
import type { Micros } from '../../time/timestamp.ts'
import type { FileIdentities } from '../connection/database-files.ts'
import type { FoundDriver } from '../driver/driver.ts'
import type { Outcome } from './batch.ts'
import type { Operation } from './operation.ts'
import type { PlainError } from './plain-error.ts'

/** The first message: the database that the thread serves. */
export interface WriterSetup {
  readonly file: string
  readonly found: FoundDriver
  /** Milliseconds. */
  readonly busyTimeout: number
  /** See `createLogTrimmer`. */
  readonly logLimit?: number
  /** Bytes; see `OpenRecordsOptions`. */
  readonly keepFree?: number | undefined
  /** The files that must be at the path, when this process has the database open already. */
  readonly opened?: FileIdentities | undefined
}

/** Writes that share a commit. */
export interface WriterBatch {
  readonly operations: readonly Operation[]
  /** When they happen. Default: at the system's time. */
  readonly at?: Micros
}

/** A batch of writes, `scrub` alone, or the end of this setup. */
export type WriterRequest = WriterBatch | 'scrub' | 'close'
/**
 * The reply to a batch. Without outcomes it also means that the database is open, closed or scrubbed. A failure: it
 * could not be opened or scrubbed.
 */
export type WriterReply =
  | { readonly outcomes: readonly Outcome[] }
  | { readonly failure: PlainError }
/** Sent before that while the thread migrates a database that is not new. */
export interface WriterProgress {
  readonly migrating: MigrationProgress
}
