import assert from 'node:assert/strict'
import type { Asset } from '@stowage/core'
import type { MetadataStore } from '@stowage/core/ports'
import type { ContractCase } from '../../contract/contract.ts'
import { newContent, replace } from '../contents/version-fixture.ts'
import { refuses, storedOne, twoStores } from '../fixture.ts'
import type { MetadataFixture } from '../metadata-fixture.ts'

const tenant = 'default'

/** The verdict of a scanner that saw this version of the asset. */
function verdict(
  { assets }: Pick<MetadataStore, 'assets'>,
  { id, sha256 }: Pick<Asset, 'id' | 'sha256'>,
  status: 'ready' | 'failed',
) {
  return assets.update({ tenant, id, changes: { status }, sha256 })
}

/** Verdicts that name the content they are about. */
export const scanCases: readonly ContractCase<MetadataFixture>[] = [
  {
    name: 'update with sha256 is for that content alone: a late verdict leaves another one held back',
    async run({ metadata }) {
      const first = await storedOne(metadata, { status: 'processing' })
      const { asset: clean, changed } = await verdict(metadata, first, 'ready')
      assert.deepEqual([clean.status, changed], ['ready', true])
      const held = await replace(metadata, first, newContent({ status: 'processing' }))
      await refuses(verdict(metadata, first, 'ready'), 'changed_meanwhile')
      await refuses(verdict(metadata, first, 'failed'), 'changed_meanwhile')
      assert.deepEqual(await metadata.assets.get({ id: first.id }), held)
      await metadata.assets.setTrashed({ tenant, ids: [held.id], to: 'trash' })
      await refuses(verdict(metadata, first, 'ready'), 'changed_meanwhile')
      assert.equal((await verdict(metadata, held, 'failed')).asset.status, 'failed')
      assert.equal((await verdict(metadata, held, 'ready')).changed, false)
      const theirs = await storedOne(metadata, { status: 'processing' }, 'other')
      await refuses(verdict(metadata, theirs, 'ready'), 'asset_not_found', { ids: [theirs.id] })
    },
  },
  {
    name: 'a verdict with sha256 is never taken for a content that comes at the same time',
    async run(fixture) {
      const stores = await twoStores(fixture)
      for (let round = 0; round < 5; round += 1) {
        const asset = await storedOne(fixture.metadata)
        const replacing = replace(stores[0], asset, newContent({ status: 'processing' }))
        const verdicts = Array.from({ length: 12 }, (_, n) =>
          verdict(stores[n % 2] ?? stores[1], asset, 'failed'),
        )
        const settled = await Promise.allSettled(verdicts)
        const held = await replacing
        const codes = settled.flatMap((each) =>
          each.status === 'rejected' ? [String(each.reason.code)] : [],
        )
        assert.ok(
          codes.every((code) => code === 'changed_meanwhile'),
          codes.join(' '),
        )
        assert.deepEqual(await fixture.metadata.assets.get({ id: asset.id }), held)
      }
    },
  },
]
