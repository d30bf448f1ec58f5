import type { AuditRecords } from '@stowage/core/ports'
import { listAudit } from '../audit/audit-reads.ts'
import { pruneAudit } from '../audit/audit-writes.ts'
import type { Calls } from '../connection/calls.ts'

/** `MetadataStore.audit` */
export function createAuditRecords({ read, write }: Calls): AuditRecords {
  return {
    list: (query) => read((sql) => listAudit(sql, query)),
    prune: (request) => write((sql) => pruneAudit(sql, request)),
  }
}
