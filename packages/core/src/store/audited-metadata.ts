import type { Audited } from '../model/audit-entry.ts'
import { AUDITED_WRITES, type AuditedRole } from '../model/audited-writes.ts'
import type { InsertRequest } from '../ports/asset-records.ts'
import type { MetadataStore } from '../ports/metadata-store.ts'

type Method = (...given: readonly unknown[]) => Promise<unknown>

/**
 * The same records, whose writes note that this actor did them; `null`: the app itself, or a sweep. A write that says
 * already who does it stays as it is.
 */
export function auditedMetadata(metadata: MetadataStore, actor: string | null): MetadataStore {
  const roles = Object.keys(AUDITED_WRITES) as AuditedRole[]
  const noted = roles.map((role) => [role, auditedRole(metadata[role], role, actor)])
  return Object.assign(Object.create(metadata), Object.fromEntries(noted)) as MetadataStore
}

function auditedRole<Records extends object>(
  records: Records,
  role: AuditedRole,
  actor: string | null,
): Records {
  const view = Object.create(records) as Records
  for (const [name, verb] of Object.entries(AUDITED_WRITES[role])) {
    const method: Method = (...given) => {
      // The key itself is the first argument, and what it is made under the second.
      const index = verb === 'createKey' ? 1 : 0
      const request = noting(given[index] ?? {}, actor)
      return (records[name as keyof Records] as Method)(...given.with(index, request))
    }
    Object.defineProperty(view, name, { value: method })
  }
  return view
}

/** An upload that nobody else claims is done by the one in whose name it is stored. */
function noting(request: object, actor: string | null): object {
  if ((request as Audited).audit !== undefined) return request
  const creator = (request as Partial<InsertRequest>).assets?.[0]?.createdBy ?? null
  return Object.assign({}, request, { audit: { actor: actor ?? creator } })
}
