import type { InsertRequest } from '../assets/insert-request.ts'
import type { MetadataStore } from '../ports/metadata-store.ts'
import { callMethod, withMethods } from '../ports/port-views.ts'
import { AUDITED_WRITES } from '../ports/write-events.ts'
import type { Audited } from './audit-entry.ts'

/**
 * The same records, whose writes are audited with this actor; `null`: the app itself or a sweep. A write that already
 * names its actor stays unchanged.
 */
export function auditedMetadata(metadata: MetadataStore, actor: string | null): MetadataStore {
  return withMethods(metadata, AUDITED_WRITES, (method) => {
    // The key itself is the first argument; its conditions, which carry the audit, are the second.
    const index = method.verb === 'createKey' ? 1 : 0
    return (...given) =>
      callMethod(metadata, method, given.with(index, auditedBy(given[index] ?? {}, actor)))
  })
}

/** The actor of an upload without an explicit actor is its creator. */
function auditedBy(request: object, actor: string | null): object {
  if ((request as Audited).audit !== undefined) return request
  const creator = (request as Partial<InsertRequest>).assets?.[0]?.createdBy ?? null
  return Object.assign({}, request, { audit: { actor: actor ?? creator } })
}
