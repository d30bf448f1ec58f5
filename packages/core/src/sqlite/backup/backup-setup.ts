import type { WriterSetup } from '../writer/writer-messages.ts'

/** The options of the copying thread. */
export interface BackupSetup extends WriterSetup {
  /** An empty file that receives the copy. */
  readonly target: string
}
