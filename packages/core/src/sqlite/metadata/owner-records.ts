import type { OwnerRecords } from '../../owners/owner-records.ts'
import type { Reader } from '../connection/reader.ts'
import { listAttached, ownersOf } from '../owners/owner-reads.ts'
import { forwardedWrites } from '../writer/forwarded-writes.ts'
import type { Writer } from '../writer/writer.ts'

/** `MetadataStore.owners` */
export function createOwnerRecords(reader: Reader, writer: Pick<Writer, 'write'>): OwnerRecords {
  return {
    ...forwardedWrites('owners', writer),
    list: (query) => reader.read((sql) => listAttached(sql, query)),
    ownersOf: (query) => reader.read((sql) => ownersOf(sql, query)),
  }
}
