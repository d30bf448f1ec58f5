import type { LeaseRecords } from '../../ports/lease-records.ts'
import type { Writer } from '../writer/writer.ts'

/** `MetadataStore.leases` */
export function createLeaseRecords(writer: Pick<Writer, 'write'>): LeaseRecords {
  return {
    acquire: (request) => writer.write('acquireLease', request),
    release: (request) => writer.write('releaseLease', request),
  }
}
