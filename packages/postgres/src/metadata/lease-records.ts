import type { LeaseRecords } from '@stowage/core/internal'
import type { Calls } from '../connection/calls.ts'
import { performedWrites } from './performed-writes.ts'

/** `MetadataStore.leases` */
export function createLeaseRecords({ write }: Calls): LeaseRecords {
  return performedWrites('leases', { write })
}
