import type { AuditRecords } from '../../audit/audit-records.ts'
import { listAudit } from '../audit/audit-reads.ts'
import type { Reader } from '../connection/reader.ts'
import { forwardedWrites } from '../writer/forwarded-writes.ts'
import type { Writer } from '../writer/writer.ts'

/** `MetadataStore.audit` */
export function createAuditRecords(reader: Reader, writer: Pick<Writer, 'write'>): AuditRecords {
  return {
    ...forwardedWrites('audit', writer),
    list: (query) => reader.read((sql) => listAudit(sql, query)),
  }
}
