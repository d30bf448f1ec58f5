import type { LeaseRecords } from '../../leases/lease-records.ts'
import { forwardedWrites } from '../writer/forwarded-writes.ts'
import type { Writer } from '../writer/writer.ts'

/** `MetadataStore.leases` */
export function createLeaseRecords(writer: Pick<Writer, 'write'>): LeaseRecords {
  return forwardedWrites('leases', writer)
}
