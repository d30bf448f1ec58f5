import { expect, it, onTestFinished } from 'vitest'
import type { ListQuery } from '../../assets/asset-records.ts'
import { createMemoryBlobs, createMemoryMetadata } from '../../memory.ts'
import type { VariantSource } from '../../variants/variant-processor.ts'
import { createAssetStore } from '../opening/create-asset-store.ts'

/** A store whose callers of searches and of variants are noted. */
function noting(audit?: { days: number }) {
  const metadata = createMemoryMetadata()
  const callers: { searches: unknown[]; variants: unknown[] } = { searches: [], variants: [] }
  const { assets } = metadata
  const list = (query: ListQuery) => {
    callers.searches.push(query.caller)
    return assets.list(query)
  }
  const store = createAssetStore({
    blobs: createMemoryBlobs(),
    metadata: Object.assign(Object.create(metadata), {
      assets: Object.assign(Object.create(assets), { list }),
    }),
    advanced: { sweepEveryMs: false },
    variants: {
      when: 'upload',
      processor: {
        plans: [
          { name: 'small', timing: 'immediately' },
          { name: 'large', timing: 'on-demand' },
        ],
        accepts: () => true,
        async make({ caller }: VariantSource, names: readonly string[]) {
          callers.variants.push(caller)
          return { made: [], failed: names }
        },
      },
    },
    ...(audit !== undefined && { audit }),
  })
  onTestFinished(() => store.close())
  return { store, callers }
}

it.each([undefined, { days: 1 }])(
  'names who calls, where searches and pictures take turns: audit %o',
  async (audit) => {
    const { store, callers } = noting(audit)
    const source = () => Buffer.from('a text')
    await store.list({ filter: { search: 'a' } })
    const views = [
      store.for({ actor: 'ann' }),
      store.for({ actor: 'ann' }).for({ actor: 'bob' }),
      store.for({ tenant: 'one' }).for({ actor: 'ann', caller: 'cid' }),
    ]
    for (const view of views) {
      await view.list({ filter: { search: 'a' } })
      const asset = await view.upload(source(), { name: 'a.txt' })
      await view.variants.ensure(asset, 'large').catch(() => {})
    }
    expect(callers.searches).toEqual([undefined, 'ann', 'bob', 'cid'])
    expect(callers.variants).toEqual(['ann', 'ann', 'bob', 'bob', 'cid', 'cid'])
  },
)
