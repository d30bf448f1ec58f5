import { Readable } from 'node:stream'
import type { StagedFile } from '@stowage/core'
import type { BlobStore } from '@stowage/core/ports'
import { cutInTheMiddle } from './cut-stream.ts'
import type { FaultAction, FaultPlan } from './fault-plan.ts'
import { decorated, itemsWithFaults, portFailure, withFaults } from './faulty-call.ts'
import { faultyPieces } from './faulty-pieces.ts'
import { faultyStaging } from './faulty-staging.ts'

/**
 * The blob store with the plan's faults in front of every method, of its staging and of its pieces. A `put` that is `cut`, `half` or
 * `late` breaks the port's promise that nothing can be read under the key: networks lose answers, and the store must
 * cope with it.
 */
export function faultyBlobs(blobs: BlobStore, plan: FaultPlan): BlobStore {
  const failure = portFailure
  const replaced: Partial<BlobStore> = {
    put: (key, file, options) =>
      withFaults({
        action: plan.next('blobs', 'put'),
        make: () => blobs.put(key, file, options),
        makeHalf: async () => blobs.put(key, await firstHalf(file), options),
        failure,
      }),
    async delete(keys, options) {
      const action = plan.next('blobs', 'delete')
      if (action?.kind === 'short') {
        const half = Math.floor(keys.length / 2)
        const failed = await blobs.delete(keys.slice(0, half), options)
        return [...failed, ...keys.slice(half)]
      }
      return withFaults({
        action,
        make: () => blobs.delete(keys, options),
        makeHalf: () => blobs.delete(keys.slice(0, Math.ceil(keys.length / 2)), options),
        failure,
      })
    },
    async read(key, options) {
      const action = plan.next('blobs', 'read')
      const cut = action?.kind === 'cut' || action?.kind === 'half' ? action : undefined
      const body = await withFaults({
        action: cut === undefined ? action : undefined,
        make: () => blobs.read(key, options),
        drop: async (dropped) => dropped instanceof Readable && dropped.destroy(),
        failure,
      })
      if (cut === undefined) return body
      if (!(body instanceof Readable)) throw failure(cut.code)
      return cutInTheMiddle(body, failure(cut.code))
    },
    list: (options) =>
      itemsWithFaults(plan.next('blobs', 'list'), () => blobs.list(options), failure),
  }
  if (blobs.staging !== undefined) {
    Object.assign(replaced, { staging: faultyStaging(blobs.staging, plan) })
  }
  if (blobs.pieces !== undefined) {
    Object.assign(replaced, { pieces: faultyPieces(blobs.pieces, plan) })
  }
  return decorated(blobs, replaced, (name, method) => (...args) => {
    const action: FaultAction | undefined = plan.next('blobs', name)
    return withFaults({ action, make: () => method(...args), failure })
  })
}

/** A file that ends too soon, like one that was cut off on its way. */
async function firstHalf(file: StagedFile): Promise<StagedFile> {
  const size = Math.floor(file.size / 2)
  const content = Buffer.from(await file.read({ start: 0, end: size }))
  const read: StagedFile['read'] = async ({ start, end }) => content.subarray(start, end)
  const stream: StagedFile['stream'] = ({ start, end } = { start: 0, end: size }) =>
    Readable.from([content.subarray(start, end)], { objectMode: false })
  return { size, sha256: file.sha256, content, read, stream }
}
