import assert from 'node:assert/strict'
import { type Asset, revisionOf } from '@stowage/core'
import type { MetadataStore } from '@stowage/core/ports'
import type { ContractCase } from '../../contract/contract.ts'
import { HOUR, newVariant, purged, refuses, storedOne, twoStores } from '../fixture.ts'
import type { MetadataFixture } from '../metadata-fixture.ts'

const tenant = 'default'

/** Renames the asset if it has not changed since this version. */
function renamed({ assets }: Pick<MetadataStore, 'assets'>, asset: Asset, name: string) {
  const request = { tenant, id: asset.id, changes: { name }, ifMatch: [revisionOf(asset)] }
  return assets.update(request)
}

/** The outcome of each call: the error code, or `won` when it changed something. */
async function outcomes(
  calls: readonly Promise<{ readonly changed: boolean }>[],
): Promise<readonly string[]> {
  const settled = await Promise.allSettled(calls)
  return settled.map((result) => {
    if (result.status === 'rejected') return String(result.reason.code)
    return result.value.changed ? 'won' : 'same'
  })
}

export const ifMatchCases: readonly ContractCase<MetadataFixture>[] = [
  {
    name: 'update with ifMatch changes the asset only as it was read',
    async run({ metadata, clock }) {
      const asset = await storedOne(metadata, { tags: ['a'] })
      clock.set(1)
      const { asset: second } = await renamed(metadata, asset, 'second')
      assert.equal(second.name, 'second')
      await refuses(renamed(metadata, asset, 'third'), 'changed_meanwhile')
      await refuses(renamed(metadata, asset, 'second'), 'changed_meanwhile')
      assert.deepEqual(await metadata.assets.get({ id: asset.id }), second)
      assert.equal((await renamed(metadata, second, 'second')).changed, false)
      const update = { tenant, id: asset.id, changes: { name: 'third' } }
      await refuses(metadata.assets.update({ ...update, ifMatch: [] }), 'changed_meanwhile')
      const ifMatch = [revisionOf(asset), revisionOf(second)]
      assert.equal((await metadata.assets.update({ ...update, ifMatch })).changed, true)
    },
  },
  {
    name: 'every change that moves updatedAt makes another revision, at the same moment too',
    async run({ metadata }) {
      let asset: Asset = await storedOne(metadata, { status: 'processing' })
      const { id } = asset
      const revisions = new Set([revisionOf(asset)])
      const changes = [
        { name: 'b' },
        { isFavourite: true },
        { status: 'ready' as const },
        { title: 'x' },
        { title: null },
        { alt: { en: 'x' } },
        { tags: ['x'] },
        { metadata: { x: 1 } },
      ]
      for (const [index, change] of changes.entries()) {
        const stale = asset
        asset = (await metadata.assets.update({ tenant, id, changes: change })).asset
        revisions.add(revisionOf(asset))
        assert.equal(revisions.size, index + 2)
        await refuses(renamed(metadata, stale, 'c'), 'changed_meanwhile')
      }
      await metadata.assets.tag({ tenant, ids: [id], add: ['y'], remove: [] })
      await refuses(renamed(metadata, asset, 'c'), 'changed_meanwhile')
    },
  },
  {
    name: 'variants that come and go leave the revision as it is',
    async run({ metadata }) {
      const asset = await storedOne(metadata)
      const { id } = asset
      const variant = newVariant()
      await metadata.blobs.reserve([variant.blobKey], { lifetime: HOUR })
      await metadata.assets.addVariants({ tenant, id, variants: [variant], failed: [] })
      assert.equal((await renamed(metadata, asset, 'b')).changed, true)
    },
  },
  {
    name: 'an asset that was trashed, restored or purged since is not changed by ifMatch',
    async run({ metadata, clock }) {
      const asset = await storedOne(metadata)
      const ids = [asset.id]
      clock.set(1)
      await metadata.assets.setTrashed({ tenant, ids, to: 'trash' })
      await refuses(renamed(metadata, asset, 'b'), 'asset_not_found', { ids })
      await metadata.assets.setTrashed({ tenant, ids, to: 'active' })
      await refuses(renamed(metadata, asset, 'b'), 'changed_meanwhile')
      await purged(metadata, [asset])
      await refuses(renamed(metadata, asset, 'b'), 'asset_not_found', { ids })
      const theirs = await storedOne(metadata, {}, 'other')
      await refuses(renamed(metadata, theirs, 'b'), 'asset_not_found', { ids: [theirs.id] })
    },
  },
  {
    name: 'of many writers with the same revision one wins, from two stores and beside others',
    async run(fixture) {
      const stores = await twoStores(fixture)
      const storeOf = (n: number) => stores[n % 2] ?? fixture.metadata
      for (let round = 0; round < 5; round += 1) {
        const asset = await storedOne(fixture.metadata)
        const ids = [asset.id]
        const calls = Array.from({ length: 20 }, (_, n) => renamed(storeOf(n), asset, `name ${n}`))
        // In every other round they run alone, and one of them surely wins.
        const tags = Array.from({ length: round % 2 === 0 ? 0 : 4 }, (_, n) => `tag ${n}`)
        const tagging = tags.map((tag, n) =>
          storeOf(n).assets.tag({ tenant, ids, add: [tag], remove: [] }),
        )
        const found = await outcomes(calls)
        await Promise.all(tagging)
        const won = found.filter((outcome) => outcome === 'won').length
        assert.ok(won === 1 || (won === 0 && tags.length > 0), found.join(' '))
        assert.equal(found.filter((outcome) => outcome === 'changed_meanwhile').length, 20 - won)
        const now = (await fixture.metadata.assets.get({ id: asset.id })) ?? assert.fail()
        assert.equal(now.name, won === 1 ? `name ${found.indexOf('won')}` : asset.name)
        assert.deepEqual([...now.tags].sort(), tags)
      }
    },
  },
  {
    name: 'writers with the same revision never win together while the asset is trashed and restored',
    async run(fixture) {
      const stores = await twoStores(fixture)
      const storeOf = (n: number) => stores[n % 2] ?? fixture.metadata
      for (let round = 0; round < 5; round += 1) {
        const asset = await storedOne(fixture.metadata)
        const move = (to: 'trash' | 'active') =>
          storeOf(round).assets.setTrashed({ tenant, ids: [asset.id], to })
        const moves = move('trash').then(() => move('active'))
        const calls = Array.from({ length: 10 }, (_, n) => renamed(storeOf(n), asset, `name ${n}`))
        const found = await outcomes(calls)
        await moves
        const refused = ['changed_meanwhile', 'asset_not_found']
        assert.ok(found.filter((outcome) => outcome === 'won').length <= 1, found.join(' '))
        assert.ok(found.every((outcome) => outcome === 'won' || refused.includes(outcome)))
      }
    },
  },
]
