import type { AssetStore } from '@stowage/core'
import type { FaultPlan } from '../fault-injection/fault-plan.ts'
import type { ChaosFixture, ChaosOptions } from './chaos-fixture.ts'

/** One call of the store, which asserts what it resolved to. Rejects as the store does. */
export type ChaosRun = (store: AssetStore, signal: AbortSignal, plan: FaultPlan) => Promise<unknown>

/** Something the store does. */
export interface ChaosVerb {
  readonly name: string
  readonly options?: ChaosOptions
  /** Lays down what the verb needs, without faults, and gives the call itself. */
  prepare(store: AssetStore, fixture: ChaosFixture): Promise<ChaosRun>
  /** Blobs that readers may have open stay until the grace time is over; those that a sweep claimed, until the next one. */
  readonly leavesBlobs?: true
  /** Whether it failed: asserts what there is beside records, or goes on as its caller would, in a sound store. */
  afterwards?(store: AssetStore, fixture: ChaosFixture, hasFailed: boolean): Promise<void>
  /** Two steps, of which the first may have been done although the second failed. */
  readonly steps?: true
}

/** A verb that needs nothing before. */
export function plain(name: string, run: ChaosRun, options: ChaosOptions = {}): ChaosVerb {
  return { name, options, prepare: async () => run }
}
