import assert from 'node:assert/strict'
import type { AssetStore, Principal } from '@stowage/core'
import type { ContractCase } from '../contract/contract.ts'
import { assertOwnLists, assertUnknown, assertUntouched } from './leak-checker.ts'
import { assertCursorsStay } from './leak-cursors.ts'
import { type Fact, factsNow, filledFor, foldersFor, type Owner } from './leak-facts.ts'
import { assertOwnFinds, type FindingOptions } from './leak-finding.ts'
import {
  assertNameIsFree,
  assertOwnFolders,
  assertOwnUsage,
  assertUnknownFolder,
} from './leak-folders.ts'
import { assertNoKeys } from './leak-keys.ts'
import { assertOwnMatches } from './leak-matching.ts'
import { clientsOf, type RightsFixture, type RightsOptions } from './rights-fixture.ts'

/** How large the lists are that the checker reads to their end. */
export interface LeakOptions extends FindingOptions {
  /** Assets of two users and of nobody, in all. At least 240, so that each owner has one in every state. */
  readonly assets: number
  /** Replaces the served store, to check that a leak is found. Default: the store itself. */
  readonly leaking?: (store: AssetStore) => AssetStore
}

/** Users see their own files, and nothing reveals those of others. The checker knows the truth. */
export function leakContract(options: LeakOptions): readonly ContractCase<RightsFixture>[] {
  return [
    {
      name: `two users, and ${options.assets} assets, some of nobody: by no page, total, filter, order, cursor, folder, route, verb or header one learns of the others`,
      run: (fixture) => assertNoLeak(fixture, options, { scope }),
    },
    {
      name: 'the same of 240 assets with authorize beside the scope, which is asked about own assets alone',
      async run(fixture) {
        const authorize: RightsOptions['authorize'] = ({ id }, _action, { createdBy }) => {
          assert.equal(createdBy, id)
          return true
        }
        await assertNoLeak(fixture, { ...options, assets: 240, perPage: 50 }, { scope, authorize })
      },
    },
  ]
}

/** `root` sees all. */
const scope = ({ id }: Principal) => (id === 'root' ? ('everything' as const) : { createdBy: id })

const OWNERS: readonly Owner[] = ['ann', 'bob', null]

async function assertNoLeak(
  fixture: RightsFixture,
  { assets, leaking = (store) => store, ...finding }: LeakOptions,
  rights: Partial<RightsOptions>,
): Promise<void> {
  const { store } = fixture
  const clientOf = await clientsOf(fixture, rights, leaking(store))
  const folders = await foldersFor(store, OWNERS)
  const facts = await exchanged(store, await filledFor(store, OWNERS, assets, folders), folders)
  // The same user's assets in another tenant.
  const elsewhere = store.for({ tenant: 'other' })
  await filledFor(elsewhere, ['ann'], 20, await foldersFor(elsewhere, ['ann']))
  const { key } = await store.keys.create({ name: 'of another' })
  const keys = await store.keys.list()
  const of = (name: Owner) => facts.filter(({ asset }) => asset.createdBy === name)
  const oneOf = (some: readonly Fact[], state: Fact['state']) =>
    some.find((fact) => fact.state === state)
  for (const name of ['ann', 'bob', 'eve']) {
    const client = clientOf(name)
    const own = of(name)
    const strangers = facts.filter(({ asset }) => asset.createdBy !== name)
    const stranger = oneOf(strangers, 'active')?.asset ?? assert.fail()
    const foreign = folders.get(stranger.createdBy) ?? assert.fail()
    await assertOwnLists(client, own, finding.perPage)
    const targets = OWNERS.map((owner) => {
      const asset = oneOf(of(owner), 'active')?.asset ?? assert.fail()
      return { asset, folders: folders.get(owner) }
    })
    const photo = facts.find(({ asset, state }) => state === 'active' && asset.embedded !== null)
    const found = [...targets, { asset: photo?.asset ?? assert.fail(), folders: undefined }]
    await assertOwnFinds(client, own, folders.get(name), { ...finding, targets: found })
    await assertOwnMatches(client, own, folders.get(name), targets)
    await assertOwnFolders(client, own, folders.get(name), foreign)
    await assertNameIsFree(client, foreign)
    await assertOwnUsage(client, own)
    await assertNoKeys(client, key.id)
    const mine = oneOf(
      own.filter(({ asset }) => asset.folderId === null),
      'active',
    )
    if (mine === undefined) continue
    const others = ['ann', 'bob', 'eve', 'root', `${name}__other`].filter((each) => each !== name)
    await assertCursorsStay(client, others.map(clientOf), own)
    for (const state of ['active', 'trashed', 'purged'] as const) {
      await assertUnknown(client, oneOf(strangers, state) ?? assert.fail(), mine)
    }
    for (const { id } of [foreign.top, foreign.inner]) {
      await assertUnknownFolder(client, id, mine.asset.id)
    }
  }
  await assertCursorsStay(clientOf('root'), [clientOf('ann'), clientOf('eve')], [])
  await assertUntouched(store, facts)
  assert.deepEqual(await store.keys.list(), keys)
}

/** Puts an asset of each owner into a folder of the next owner, as the app itself may do. */
async function exchanged(
  store: AssetStore,
  facts: readonly Fact[],
  folders: Awaited<ReturnType<typeof foldersFor>>,
): Promise<readonly Fact[]> {
  for (const [index, owner] of OWNERS.entries()) {
    const next = OWNERS[(index + 1) % OWNERS.length] ?? null
    const { asset } =
      facts.find(({ asset, state }) => state === 'active' && asset.createdBy === owner) ??
      assert.fail()
    await store.select(asset.id).move(folders.get(next)?.inner.id ?? assert.fail())
  }
  return factsNow(
    store,
    facts.map(({ asset }) => asset),
  )
}
