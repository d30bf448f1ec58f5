import type { LeaseRecords } from '@stowage/core/ports'
import type { Calls } from '../connection/calls.ts'
import { acquireLease, releaseLease } from '../leases/leases.ts'

/** `MetadataStore.leases` */
export function createLeaseRecords({ write }: Calls): LeaseRecords {
  return {
    acquire: (request) => write((sql) => acquireLease(sql, request)),
    release: (request) => write((sql) => releaseLease(sql, request)),
  }
}
