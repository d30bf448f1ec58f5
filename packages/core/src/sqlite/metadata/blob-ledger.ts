import type { BlobLedger } from '../../blobs/blob-ledger.ts'
import { filterOrphans } from '../blobs/blob-keys.ts'
import type { Reader } from '../connection/reader.ts'
import { forwardedWrites } from '../writer/forwarded-writes.ts'
import type { Writer } from '../writer/writer.ts'

/** `MetadataStore.blobs` */
export function createBlobLedger(reader: Reader, writer: Pick<Writer, 'write'>): BlobLedger {
  return {
    ...forwardedWrites('blobs', writer),
    reserve: (keys, { lifetime }) => writer.write('reserve', { keys, lifetime }),
    filterOrphans: (keys) => reader.read((sql) => filterOrphans(sql, keys)),
  }
}
