import { describe, expect, it } from 'vitest'
import type { Asset, FailedVariant } from '../assets/asset.ts'
import { StowageError } from '../errors/stowage-error.ts'
import type { AssetStore } from '../store/asset-store.ts'
import { fakeProcessor, original, ports } from './fake-processor.fixture.ts'
import type { VariantProcessor } from './variant-processor.ts'

/** What the processor does at each attempt; from then on it makes what it is asked for. */
type Attempt = 'fails' | 'leaves out' | 'is unavailable'

async function uploaded(
  attempts: Attempt[],
): Promise<{ store: AssetStore; asset: Asset; errors: unknown[] }> {
  const { processor } = fakeProcessor({ thumbnail: 'immediately' })
  const errors: unknown[] = []
  const make: VariantProcessor['make'] = async (source, names, options) => {
    const attempt = attempts.shift()
    if (attempt === undefined) return processor.make(source, names, options)
    if (attempt === 'is unavailable') throw new StowageError('unavailable', 'no memory')
    return { made: [], failed: attempt === 'fails' ? names : [] }
  }
  const store = ports().open({ ...processor, make }, { onError: (error) => errors.push(error) })
  return { store, asset: await store.upload(original), errors }
}

function failedTimes(attempts: number): FailedVariant[] {
  return [{ name: 'thumbnail', attempts }]
}

describe('retryVariants', () => {
  it('counts what fails again, and makes what does not', async () => {
    const { store, asset } = await uploaded(['fails', 'fails', 'fails'])
    expect(asset.failedVariants).toEqual(failedTimes(1))
    expect((await store.variants.retry(asset)).failedVariants).toEqual(failedTimes(2))
    expect((await store.variants.retry(asset.id)).failedVariants).toEqual(failedTimes(3))
    const made = await store.variants.retry(asset.id)
    expect(made.failedVariants).toEqual([])
    expect(made.variants).toHaveLength(1)
    expect(await store.get(asset.id)).toEqual(made)
    expect(await store.variants.retry(asset.id)).toEqual(made)
  })

  it('leaves alone what is not worth making', async () => {
    const { store, asset } = await uploaded(['leaves out'])
    expect(asset.failedVariants).toEqual(failedTimes(0))
    expect((await store.variants.retry(asset)).failedVariants).toEqual(failedTimes(0))
  })

  it('does not count an inconclusive attempt', async () => {
    const { store, asset } = await uploaded(['fails', 'is unavailable'])
    await expect(store.variants.retry(asset)).rejects.toMatchObject({ code: 'unavailable' })
    expect((await store.get(asset.id)).failedVariants).toEqual(failedTimes(1))
  })

  it('refuses what is not to be served', async () => {
    const { store, asset } = await uploaded(['fails'])
    const retry = store.for({ tenant: 'other' }).variants.retry(asset)
    await expect(retry).rejects.toMatchObject({ code: 'asset_not_found' })
    await store.trash(asset.id)
    await expect(store.variants.retry(asset)).rejects.toMatchObject({ code: 'asset_not_found' })
  })
})

describe('verify with repair', () => {
  it('makes a variant that had failed, which a mere look does not', async () => {
    const { store, asset } = await uploaded(['fails'])
    expect(await store.admin.verify()).toMatchObject({ problems: [], variantsMade: 0 })
    expect((await store.get(asset.id)).variants).toEqual([])
    expect(await store.admin.verify({ repair: true })).toMatchObject({
      problems: [],
      variantsMade: 1,
    })
    expect((await store.get(asset.id)).variants).toHaveLength(1)
  })

  it('tries a variant three times in all', async () => {
    const { store, asset } = await uploaded(['fails', 'fails', 'fails'])
    for (const attempts of [2, 3, 3]) {
      expect(await store.admin.verify({ repair: true })).toMatchObject({ variantsMade: 0 })
      expect((await store.get(asset.id)).failedVariants).toEqual(failedTimes(attempts))
    }
  })

  it('goes on when nothing can be made now, and reports it', async () => {
    const { store, errors } = await uploaded(['fails', 'is unavailable'])
    expect(await store.admin.verify({ repair: true })).toMatchObject({ variantsMade: 0 })
    expect(errors).toMatchObject([{ code: 'unavailable' }])
  })
})
