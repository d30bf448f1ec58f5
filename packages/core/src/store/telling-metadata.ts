import type { StoreEvent } from '../model/store-events.ts'
import type { MetadataStore } from '../ports/metadata-store.ts'
import type { PortVerb, Role } from '../ports/port-types.ts'
import { callMethod, type PortCall } from '../ports/port-views.ts'
import { doneWrite, eventsOfWrite, WRITES_WITH_EVENTS } from '../ports/write-events.ts'

/** The same records, which tell of everything that happens by their writes, after the commit and before the answer. */
export function tellingMetadata(
  metadata: MetadataStore,
  tell: (event: StoreEvent) => void,
): MetadataStore {
  const roles = [...new Set(WRITES_WITH_EVENTS.map(({ role }) => role))]
  const views = Object.fromEntries(
    roles.map((role) => [role, Object.create(metadata[role])] as const),
  ) as Record<Role, object>
  for (const method of WRITES_WITH_EVENTS) {
    const verb = method.verb as PortVerb
    const value: PortCall = async (...given) => {
      const answer = await callMethod(metadata, method, given)
      for (const event of eventsOfWrite(doneWrite(verb, given, answer))) tell(event)
      return answer
    }
    Object.defineProperty(views[method.role], method.name, { value })
  }
  return Object.assign(Object.create(metadata), views) as MetadataStore
}
