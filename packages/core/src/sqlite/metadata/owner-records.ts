import type { OwnerRecords } from '../../ports/owner-records.ts'
import type { Reader } from '../connection/reader.ts'
import { listAttached, ownersOf } from '../owners/owner-reads.ts'
import type { Writer } from '../writer/writer.ts'

/** `MetadataStore.owners` */
export function createOwnerRecords(reader: Reader, writer: Pick<Writer, 'write'>): OwnerRecords {
  return {
    attach: (request) => writer.write('attach', request),
    set: (request) => writer.write('setAttached', request),
    detach: (request) => writer.write('detach', request),
    detachAll: (request) => writer.write('detachAll', request),
    list: (query) => reader.read((sql) => listAttached(sql, query)),
    ownersOf: (query) => reader.read((sql) => ownersOf(sql, query)),
  }
}
