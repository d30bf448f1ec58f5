import { randomUUID } from 'node:crypto'
import type { TransferSource, TransferTarget } from '../ports/transfer.ts'
import type { Reader } from './reader.ts'
import { changesAfter, entriesAfter } from './transfer-reads.ts'
import { receiptOf, stateOf } from './transfer-state.ts'
import type { Writer } from './writer.ts'

/** `MetadataStore.transfer` */
export function createTransfer(
  reader: Reader,
  writer: Pick<Writer, 'write'>,
): { readonly source: TransferSource; readonly target: TransferTarget } {
  return {
    source: {
      state: () => reader.read(stateOf),
      record: () => writer.write('recordChanges', { id: randomUUID() }),
      entries: (query) => reader.read((sql) => entriesAfter(sql, query)),
      changes: (query) => reader.read((sql) => changesAfter(sql, query)),
      freeze: (millis) => writer.write('freeze', { millis }),
      thaw: () => writer.write('thaw', {}),
      handOver: () => writer.write('handOver', {}),
      stop: () => writer.write('stopRecording', {}),
    },
    target: {
      receipt: () => reader.read(receiptOf),
      receive: (request) => writer.write('receive', request),
    },
  }
}
