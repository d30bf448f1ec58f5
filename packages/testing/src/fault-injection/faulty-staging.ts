import type { Staging, StagingFile } from '@stowage/core/ports'
import { cutInTheMiddle } from './cut-stream.ts'
import type { FaultPlan } from './fault-plan.ts'
import { decorated, portFailure, withFaults } from './faulty-call.ts'

/**
 * Staging with the plan's faults in front of `create` and `sweep`, and of `write`, `read` and `stream` of
 * the files. `discard` never rejects, so it has no action.
 */
export function faultyStaging(staging: Staging, plan: FaultPlan): Staging {
  const failure = portFailure
  const create: Staging['create'] = async (options) => {
    const file = await withFaults({
      action: plan.next('staging', 'create'),
      make: () => staging.create(options),
      drop: (dropped) => dropped.discard(),
      failure,
    })
    return chaosStagingFile(file, plan)
  }
  return decorated(staging, { create }, (name, method) => (...args) => {
    return withFaults({ action: plan.next('staging', name), make: () => method(...args), failure })
  })
}

function chaosStagingFile(file: StagingFile, plan: FaultPlan): StagingFile {
  const failure = portFailure
  const replaced: Partial<StagingFile> = {
    write: (chunks) =>
      withFaults({
        action: plan.next('staging', 'write'),
        make: () => file.write(chunks),
        makeHalf: () => file.write(chunks.slice(0, Math.floor(chunks.length / 2))),
        failure,
      }),
    read: (range) =>
      withFaults({ action: plan.next('staging', 'read'), make: () => file.read(range), failure }),
    stream(range) {
      const stream = file.stream(range)
      const action = plan.next('staging', 'stream')
      switch (action?.kind) {
        case 'fail':
        case 'late':
          return stream.destroy(failure(action.code))
        case 'cut':
        case 'half':
          return cutInTheMiddle(stream, failure(action.code))
        default:
          return stream
      }
    },
  }
  // A blob store's calls on files of its own staging do not meet faults.
  return decorated(file, replaced, (_, method) => method)
}
