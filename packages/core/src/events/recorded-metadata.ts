import type { InsertRequest } from '../assets/insert-request.ts'
import type { MetadataStore } from '../ports/metadata-store.ts'
import { callMethod, withMethods } from '../ports/port-views.ts'
import { RECORDED_WRITES } from '../ports/write-events.ts'
import type { RecordBy, Recorded } from './recorded.ts'

/** Where a store records its writes. */
export type Recording = Pick<RecordBy, 'audit' | 'events'>

/**
 * The same records, whose writes are recorded with this actor; `null`: the app itself or a sweep. A write that already
 * says who it is recorded for stays unchanged.
 */
export function recordedMetadata(
  metadata: MetadataStore,
  { audit, events }: Recording,
  actor: string | null,
): MetadataStore {
  /** The actor of an upload without an explicit actor is its creator. */
  function recorded(request: object): object {
    if ((request as Recorded).record !== undefined) return request
    const creator = (request as Partial<InsertRequest>).assets?.[0]?.createdBy ?? null
    return Object.assign({}, request, { record: { actor: actor ?? creator, audit, events } })
  }

  return withMethods(metadata, RECORDED_WRITES, (method) => {
    // The key itself is the first argument; its conditions, which say who acts, are the second.
    const index = method.verb === 'createKey' ? 1 : 0
    return (...given) =>
      callMethod(metadata, method, given.with(index, recorded(given[index] ?? {})))
  })
}
