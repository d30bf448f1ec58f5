import type { OwnerRecords } from '@stowage/core/ports'
import { noted } from '../audit/audit-writes.ts'
import type { Calls } from '../connection/calls.ts'
import { detachAll } from '../owners/owner-deletion.ts'
import { listAttached, ownersOf } from '../owners/owner-reads.ts'
import { attach, detach } from '../owners/owner-writes.ts'
import { setAttached } from '../owners/set-attached.ts'

/** `MetadataStore.owners` */
export function createOwnerRecords({ read, write }: Calls): OwnerRecords {
  return {
    attach: (request) => write(noted('attach', request, (sql) => attach(sql, request))),
    set: (request) => write(noted('setAttached', request, (sql) => setAttached(sql, request))),
    detach: (request) => write(noted('detach', request, (sql) => detach(sql, request))),
    detachAll: (request) => write(noted('detachAll', request, (sql) => detachAll(sql, request))),
    list: (query) => read((sql) => listAttached(sql, query)),
    ownersOf: (query) => read((sql) => ownersOf(sql, query)),
  }
}
