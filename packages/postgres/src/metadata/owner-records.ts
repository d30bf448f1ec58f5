import type { OwnerRecords } from '@stowage/core/internal'
import type { Calls } from '../connection/calls.ts'
import { listAttached, ownersOf } from '../owners/owner-reads.ts'
import { performedWrites } from './performed-writes.ts'

/** `MetadataStore.owners` */
export function createOwnerRecords({ read, write }: Calls): OwnerRecords {
  return {
    ...performedWrites('owners', { write }),
    list: (query) => read((sql) => listAttached(sql, query)),
    ownersOf: (query) => read((sql) => ownersOf(sql, query)),
  }
}
