import type { AssetStore } from '@stowage/core'
import type { FaultPlan } from '../fault-injection/fault-plan.ts'
import type { ChaosFixture, ChaosOptions } from './chaos-fixture.ts'

/** One call of the store, which asserts what it resolved to. Rejects as the store does. */
export type ChaosRun = (store: AssetStore, signal: AbortSignal, plan: FaultPlan) => Promise<unknown>

/** Something that the store does. */
export interface ChaosVerb {
  readonly name: string
  readonly options?: ChaosOptions
  /** Prepares what the verb needs, without faults, and resolves to the call itself. */
  prepare(store: AssetStore, fixture: ChaosFixture): Promise<ChaosRun>
  /**
   * It leaves blobs: those that readers may have open until the grace time is over, those that a sweep claimed until
   * the next one.
   */
  readonly leavesBlobs?: true
  /**
   * Asserts what exists besides records, or goes on as the verb's caller would, in a store without faults. `hasFailed`:
   * whether the verb failed.
   */
  afterwards?(store: AssetStore, fixture: ChaosFixture, hasFailed: boolean): Promise<void>
  /** It has two steps: the first may be done although the second failed. */
  readonly steps?: true
}

/** A verb that needs no preparation. */
export function plain(name: string, run: ChaosRun, options: ChaosOptions = {}): ChaosVerb {
  return { name, options, prepare: async () => run }
}
