import type { MetadataStore } from '../../ports/metadata-store.ts'
import type { ChaosPlan } from './fault-plan.ts'
import { chaotic, decorated, portFailure } from './faulty-call.ts'

/** Methods that change nothing: when one is cut off, everybody knows the outcome. */
const READS: ReadonlySet<string> = new Set([
  'get',
  'list',
  'getKey',
  'listKeys',
  'usage',
  'scan',
  'unowned',
  'backup',
  'close',
])

/** The metadata store with the plan's faults in front of every method, those included that it has beyond the port. */
export function chaosMetadata(metadata: MetadataStore, plan: ChaosPlan): MetadataStore {
  return decorated(metadata, {}, (name, method) => (...args) => {
    return chaotic({
      fate: plan.next('metadata', name),
      make: () => method(...args),
      failure: (code, isDone) =>
        portFailure(code ?? (isDone && !READS.has(name) ? 'outcome_unknown' : 'unavailable')),
    })
  })
}
