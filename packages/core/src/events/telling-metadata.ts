import type { MetadataStore } from '../ports/metadata-store.ts'
import type { PortVerb } from '../ports/port-types.ts'
import { callMethod, withMethods } from '../ports/port-views.ts'
import { doneWrite, eventsOfWrite, WRITES_WITH_EVENTS } from '../ports/write-events.ts'
import type { StoreEvent } from './store-events.ts'

/** The same records. Their writes call `tell` with every event, after the commit and before they resolve. */
export function tellingMetadata(
  metadata: MetadataStore,
  tell: (event: StoreEvent) => void,
): MetadataStore {
  return withMethods(metadata, WRITES_WITH_EVENTS, (method) => async (...given) => {
    const answer = await callMethod(metadata, method, given)
    const done = doneWrite(method.verb as PortVerb, given, answer)
    for (const event of eventsOfWrite(done)) tell(event)
    return answer
  })
}
