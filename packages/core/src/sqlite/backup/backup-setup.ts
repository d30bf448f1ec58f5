import type { WriterSetup } from '../writer/writer-messages.ts'

/** What the copying thread is started with. */
export interface BackupSetup extends WriterSetup {
  /** An empty file, for the copy. */
  readonly target: string
}
