import type { AssetStore } from '@stowage/core'
import type { Choices } from './choices.fixture.ts'
import type { World } from './worlds.fixture.ts'

/** A verb of the store: how often it is called beside the others, with what, and how. */
export interface DifferentialVerb {
  readonly weight: number
  args(choices: Choices): readonly unknown[]
  /** `args`: those made for all databases, with the ids of this one. */
  // biome-ignore lint/suspicious/noExplicitAny: each verb knows what it made.
  run(view: AssetStore, args: readonly any[], world: World): Promise<unknown>
}
