import type { PieceStore, PieceWriter } from '@stowage/core/ports'
import { cutInTheMiddle } from './cut-stream.ts'
import type { FaultPlan } from './fault-plan.ts'
import { decorated, portFailure, withFaults } from './faulty-call.ts'

/**
 * Pieces with the plan's faults in front of every method, and of `write` and `sync` of the writers. `confirm` and
 * `close` never reject, so they have no action.
 */
export function faultyPieces(pieces: PieceStore, plan: FaultPlan): PieceStore {
  const failure = portFailure
  const replaced: Partial<PieceStore> = {
    async append(file, options) {
      const writer = await withFaults({
        action: plan.next('pieces', 'append'),
        make: () => pieces.append(file, options),
        drop: (dropped) => dropped.close(),
        failure,
      })
      return faultyWriter(writer, plan)
    },
    join: (file, options) =>
      withFaults({
        action: plan.next('pieces', 'join'),
        make: () => pieces.join(file, options),
        drop: (dropped) => dropped.discard(),
        failure,
      }),
    read(file, range, options) {
      const stream = pieces.read(file, range, options)
      const action = plan.next('pieces', 'read')
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
  return decorated(pieces, replaced, (name, method) => (...args) => {
    return withFaults({ action: plan.next('pieces', name), make: () => method(...args), failure })
  })
}

function faultyWriter(writer: PieceWriter, plan: FaultPlan): PieceWriter {
  const failure = portFailure
  return {
    write: (chunks) =>
      withFaults({
        action: plan.next('pieces', 'write'),
        make: () => writer.write(chunks),
        makeHalf: () => writer.write(chunks.slice(0, Math.floor(chunks.length / 2))),
        failure,
      }),
    sync: () =>
      withFaults({ action: plan.next('pieces', 'sync'), make: () => writer.sync(), failure }),
    confirm: () => writer.confirm(),
    close: () => writer.close(),
  }
}
