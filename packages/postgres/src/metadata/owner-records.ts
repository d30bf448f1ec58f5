import type { OwnerRecords } from '@stowage/core/ports'
import type { Calls } from '../connection/calls.ts'
import { detachAll } from '../owners/owner-deletion.ts'
import { listAttached, ownersOf } from '../owners/owner-reads.ts'
import { attach, detach } from '../owners/owner-writes.ts'

/** `MetadataStore.owners` */
export function createOwnerRecords({ read, write }: Calls): OwnerRecords {
  return {
    attach: (request) => write((sql) => attach(sql, request)),
    detach: (request) => write((sql) => detach(sql, request)),
    detachAll: (request) => write((sql) => detachAll(sql, request)),
    list: (query) => read((sql) => listAttached(sql, query)),
    ownersOf: (query) => read((sql) => ownersOf(sql, query)),
  }
}
