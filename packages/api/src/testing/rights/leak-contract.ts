import assert from 'node:assert/strict'
import type { AssetStore } from '@stowage/core'
import type { ContractCase } from '@stowage/core/testing'
import { assertOwnLists, assertUnknown, assertUntouched, filledFor } from './leak-checker.ts'
import { clientsOf, type RightsFixture } from './rights-fixture.ts'

/** How large the lists are that are read to their end. */
export interface LeakOptions {
  /** Assets of two users and of nobody, all together. At least 240, so that each has one in every state. */
  readonly assets: number
  readonly perPage: number
  /** What is served in place of the store itself, to see that a leak is found. Default: the store. */
  readonly leaking?: (store: AssetStore) => AssetStore
}

/** Users see their own files, and by nothing learn of the others'. The checker knows the truth. */
export function leakContract(options: LeakOptions): readonly ContractCase<RightsFixture>[] {
  return [
    {
      name: `two users, and ${options.assets} assets, some of nobody: by no page, total, route, verb or header one learns of the others`,
      run: (fixture) => assertNoLeak(fixture, options),
    },
  ]
}

async function assertNoLeak(
  fixture: RightsFixture,
  { assets, perPage, leaking = (store) => store }: LeakOptions,
): Promise<void> {
  const { store } = fixture
  const scope = ({ id }: { readonly id: string }) => ({ createdBy: id })
  const clientOf = await clientsOf(fixture, { scope }, leaking(store))
  const facts = await filledFor(store, ['ann', 'bob', null], assets)
  const of = (name: string | null) => facts.filter(({ asset }) => asset.createdBy === name)
  for (const name of ['ann', 'bob', 'eve']) {
    const client = clientOf(name)
    await assertOwnLists(client, of(name), perPage)
    const [mine] = of(name).filter(({ state }) => state === 'active')
    const strangers = facts.filter(({ asset }) => asset.createdBy !== name)
    for (const state of ['active', 'trashed', 'purged'] as const) {
      const [foreign] = strangers.filter((fact) => fact.state === state)
      assert.ok(foreign)
      if (mine !== undefined) await assertUnknown(client, foreign, mine)
    }
  }
  await assertUntouched(store, facts)
}
