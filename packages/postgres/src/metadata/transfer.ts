import type { Transfer } from '@stowage/core/internal'
import type { Calls } from '../connection/calls.ts'
import { isEmpty, progressOf, receive } from '../transfer/receive.ts'
import { createTransferSource } from '../transfer/source.ts'

/**
 * `MigratableMetadata.transfer`. The database refuses no transaction, so that the transfer continues after
 * the records moved.
 */
export function createTransfer({ database, call, read, write }: Calls): Transfer {
  const source = createTransferSource(database)
  return {
    source: {
      state: () => call(source.state),
      record: () => call(source.record),
      recordedBytes: () => call(source.recordedBytes),
      entries: (query) => call(() => source.entries(query)),
      changes: (query) => call(() => source.changes(query)),
      pauseWrites: (millis) => call(() => source.pauseWrites(millis)),
      resumeWrites: () => call(source.resumeWrites),
      handOver: () => call(source.handOver),
      stop: () => call(source.stop),
    },
    target: {
      progress: () => read(progressOf),
      isEmpty: () => read(isEmpty),
      receive: (request) => write((sql) => receive(sql, request)),
    },
  }
}
