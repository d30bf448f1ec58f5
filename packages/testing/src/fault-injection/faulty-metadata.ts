import { ALL_METHODS } from '@stowage/core/internal'
import type { MetadataStore } from '@stowage/core/ports'
import { decoratedMetadata } from './decorated-metadata.ts'
import type { FaultPlan } from './fault-plan.ts'
import { portFailure, withFaults } from './faulty-call.ts'

/** Methods that change nothing: even when one is cut off, the outcome is known. */
const READS: ReadonlySet<string> = new Set([
  ...ALL_METHODS.flatMap(({ role, name, verb }) => (verb === null ? [`${role}.${name}`] : [])),
  'backup',
  'close',
])

/**
 * The metadata store with the plan's faults in front of every method, including those beyond the port. The plan knows a
 * method by its role and name, such as `assets.insert`.
 */
export function faultyMetadata(metadata: MetadataStore, plan: FaultPlan): MetadataStore {
  return decoratedMetadata(metadata, {}, (name, method) => (...args) => {
    return withFaults({
      action: plan.next('metadata', name),
      make: () => method(...args),
      failure: (code, isDone) =>
        portFailure(code ?? (isDone && !READS.has(name) ? 'outcome_unknown' : 'unavailable')),
    })
  })
}
