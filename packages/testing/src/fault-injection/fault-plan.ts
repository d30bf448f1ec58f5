import type { ErrorCode } from '@stowage/core'

/** What can be decorated. The file system is the layer below the filesystem blobs and their staging. */
export type FaultyPort = 'metadata' | 'blobs' | 'staging' | 'pieces' | 'fileSystem'

/** A call that is about to be made. */
export interface PortCall {
  /** Which port, or the file system. */
  readonly port: FaultyPort
  /** The name of the method, such as `put`; for a metadata store with its role, such as `assets.insert`. */
  readonly method: string
  /** The running number among all calls of this plan, from 1. */
  readonly number: number
  /** The running number among the calls of this method of this port, from 1. */
  readonly turn: number
}

/** An `ErrorCode` at a port; the system's own code at the file system. */
export type FaultCode = ErrorCode | `E${string}`

/**
 * What the plan does with a call.
 *
 * - `fail`: nothing is done. The default code is `unavailable`, at the file system `EIO`.
 * - `cut`: the call is done, but its answer is lost. The default code of a metadata write is `outcome_unknown`, else as
 *   for `fail`. A stream is cut off in the middle, an iteration after its first item.
 * - `half`: the call is done in part, then as `cut`: half the bytes of a `put` or `write`, half the keys of a `delete`.
 *   A call that has no half is done completely.
 * - `late`: as `cut`, but the answer is lost at once, and the call is made when `until` resolves.
 * - `short`: a `read` or `write` of the file system takes half the bytes and says so, a `delete` of blobs half the
 *   keys. Other calls pass.
 * - `hold`: the call is made when `until` resolves.
 * - `withhold`: the call is made, and answered when `until` resolves.
 */
export type FaultAction =
  | { readonly kind: 'fail' | 'cut' | 'half'; readonly code?: FaultCode }
  | { readonly kind: 'late'; readonly until: Promise<unknown>; readonly code?: FaultCode }
  | { readonly kind: 'short' }
  | { readonly kind: 'hold' | 'withhold'; readonly until: Promise<unknown> }

/** Decides about calls, and counts them. One plan may be shared by several decorators. */
export interface FaultPlan {
  /** Every call so far, in order. */
  readonly calls: readonly PortCall[]
  /** Counts a call and decides about it; `undefined` lets it pass. For decorators. */
  next(port: FaultyPort, method: string): FaultAction | undefined
}

/**
 * A plan that asks `decide` about each call, before it is made. Without `decide` it only counts.
 * Nothing is random: the same calls in the same order meet the same action.
 */
export function faultPlan(
  decide: (call: PortCall) => FaultAction | undefined = () => undefined,
): FaultPlan {
  const calls: PortCall[] = []
  const turns = new Map<string, number>()
  return {
    calls,
    next(port, method) {
      const name = `${port}.${method}`
      const turn = (turns.get(name) ?? 0) + 1
      turns.set(name, turn)
      const call: PortCall = { port, method, number: calls.length + 1, turn }
      calls.push(call)
      return decide(call)
    },
  }
}
