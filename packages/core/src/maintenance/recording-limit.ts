import { StowageError } from '../errors/stowage-error.ts'
import type { MetadataStore } from '../ports/metadata-store.ts'
import type { TransferSource } from '../ports/transfer.ts'

const MIB = 1024 ** 2
/** Bytes of recorded changes from which a sweep warns. */
export const RECORDING_WARNING: number = 256 * MIB
/** Bytes of recorded changes at which a sweep gives up the migration. */
export const RECORDING_LIMIT: number = 8 * 1024 * MIB

/** Records that may be moving: the part of a transfer that a sweep checks, if there is one. */
interface RecordedMetadata extends MetadataStore {
  readonly transfer?: { readonly source: Pick<TransferSource, 'recordedBytes' | 'stop'> }
}

interface RecordingLimitOptions {
  readonly metadata: RecordedMetadata
  readonly onError: (error: unknown) => void
}

/**
 * Watches for an abandoned migration, whose recorded changes would fill the disk. Calls `onError` once when there
 * are many, and ends the recording at the limit. Never rejects.
 */
export function createRecordingLimit({
  metadata,
  onError,
}: RecordingLimitOptions): () => Promise<void> {
  let warned = false
  return async () => {
    const source = metadata.transfer?.source
    try {
      const bytes = (await source?.recordedBytes()) ?? 0
      if (bytes >= RECORDING_LIMIT) {
        await source?.stop()
        onError(tooMuch(bytes, 'The migration was given up. Begin again with an empty database.'))
      } else if (bytes >= RECORDING_WARNING && !warned) {
        onError(
          tooMuch(
            bytes,
            `Go on with it, or give it up with abandonMigration; at ${inMib(RECORDING_LIMIT)} it is given up.`,
          ),
        )
      }
      warned = bytes >= RECORDING_WARNING
    } catch (error) {
      onError(error)
    }
  }
}

function tooMuch(bytes: number, consequence: string): StowageError {
  const message = `The changes recorded for a migration take ${inMib(bytes)}. ${consequence}`
  return new StowageError('insufficient_storage', message, { context: { bytes } })
}

function inMib(bytes: number): string {
  return `${Math.floor(bytes / MIB)} MiB`
}
