import { randomUUID } from 'node:crypto'
import type { Transfer } from '../../ports/transfer.ts'
import type { Reader } from '../connection/reader.ts'
import { changesAfter, entriesAfter, recordedBytes } from '../transfer/transfer-reads.ts'
import { progressOf, stateOf } from '../transfer/transfer-state.ts'
import { isEmpty } from '../transfer/transfer-target.ts'
import type { Writer } from '../writer/writer.ts'

/** `MigratableMetadata.transfer` */
export function createTransfer(reader: Reader, writer: Pick<Writer, 'write'>): Transfer {
  return {
    source: {
      state: () => reader.read(stateOf),
      record: () => writer.write('recordChanges', { id: randomUUID() }),
      recordedBytes: () => reader.read(recordedBytes),
      entries: (query) => reader.read((sql) => entriesAfter(sql, query)),
      changes: (query) => reader.read((sql) => changesAfter(sql, query)),
      pauseWrites: (millis) => writer.write('pauseWrites', { millis }),
      resumeWrites: () => writer.write('resumeWrites', {}),
      async handOver() {
        if (!(await writer.write('handOver', {}))) return false
        // After the switch, for which writers wait. If this fails, the changes only take room, and `record`
        // forgets them.
        await writer.write('forgetChanges', {}).catch(() => {})
        return true
      },
      stop: () => writer.write('stopRecording', {}),
    },
    target: {
      progress: () => reader.read(progressOf),
      isEmpty: () => reader.read(isEmpty),
      receive: (request) => writer.write('receive', request),
    },
  }
}
