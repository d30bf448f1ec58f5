import type { AuditRecords } from '@stowage/core/internal'
import { listAudit } from '../audit/audit-reads.ts'
import type { Calls } from '../connection/calls.ts'
import { performedWrites } from './performed-writes.ts'

/** `MetadataStore.audit` */
export function createAuditRecords({ read, write }: Calls): AuditRecords {
  return {
    ...performedWrites('audit', { write }),
    list: (query) => read((sql) => listAudit(sql, query)),
  }
}
