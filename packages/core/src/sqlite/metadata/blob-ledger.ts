import type { BlobLedger } from '../../ports/blob-ledger.ts'
import { filterOrphans } from '../blobs/blob-keys.ts'
import type { Reader } from '../connection/reader.ts'
import type { Writer } from '../writer/writer.ts'

/** `MetadataStore.blobs` */
export function createBlobLedger(reader: Reader, writer: Pick<Writer, 'write'>): BlobLedger {
  return {
    reserve: (keys, { lifetime }) => writer.write('reserve', { keys, lifetime }),
    claim: (which) => writer.write('claim', which),
    recordDeletions: (request) => writer.write('recordDeletions', request),
    filterOrphans: (keys) => reader.read((sql) => filterOrphans(sql, keys)),
  }
}
