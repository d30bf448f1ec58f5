import type { MetadataStore } from '../../ports/metadata-store.ts'
import type { FaultPlan } from './fault-plan.ts'
import { decorated, portFailure, withFaults } from './faulty-call.ts'

/** Methods that change nothing: when one is cut off, everybody knows the outcome. */
const READS: ReadonlySet<string> = new Set([
  'get',
  'list',
  'getKey',
  'listKeys',
  'usage',
  'listAll',
  'filterOrphans',
  'backup',
  'close',
])

/** The metadata store with the plan's faults in front of every method, those included that it has beyond the port. */
export function faultyMetadata(metadata: MetadataStore, plan: FaultPlan): MetadataStore {
  return decorated(metadata, {}, (name, method) => (...args) => {
    return withFaults({
      action: plan.next('metadata', name),
      make: () => method(...args),
      failure: (code, isDone) =>
        portFailure(code ?? (isDone && !READS.has(name) ? 'outcome_unknown' : 'unavailable')),
    })
  })
}
