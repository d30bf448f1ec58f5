import { newAsset, stored } from '@stowage/testing'
import { HOUR } from '@stowage/testing/internal'
import { describe, expect, it, onTestFinished } from 'vitest'
import { blobKeysOf } from '../../assets/asset.ts'
import { requireFilter } from '../../filters/checked-filter.ts'
import type { MetadataStore } from '../../ports/metadata-store.ts'
import { databaseFile, testedDrivers } from '../connection/drivers.fixture.ts'
import { openSqliteMetadata } from '../metadata/open-sqlite-metadata.ts'

const tenant = 'default'
const plain = { tenant, trashed: false, from: { offset: 0 }, limit: 10 } as const

/** As many searches at once, each for other parts of words; those that are under way are counted. */
function searching({ assets }: MetadataStore, count: number, signal?: AbortSignal) {
  const state = { waiting: count }
  const searches = Array.from({ length: count }, async (_, index) => {
    const filter = requireFilter({ search: `w o r ${index % 10}`, size: { gte: index } })
    try {
      return (await assets.list({ ...plain, trashed: 'with', filter, sort: 'name', signal })).total
    } finally {
      state.waiting -= 1
    }
  })
  return { state, searches }
}

describe.each(testedDrivers)('searches of one client on %s', (driver) => {
  async function filled(count: number): Promise<MetadataStore> {
    const metadata = await openSqliteMetadata({ file: await databaseFile(), driver })
    onTestFinished(() => metadata.close())
    for (let start = 0; start < count; start += 500) {
      const some = Array.from({ length: 500 }, (_, index) =>
        newAsset({ title: `words of ${start + index} over and over` }),
      )
      await stored(metadata, some)
    }
    return metadata
  }

  it('do not hold up uploads, look-ups and lists without a filter', async () => {
    const metadata = await filled(2000)
    const { state, searches } = searching(metadata, 300)
    const asset = newAsset()
    await metadata.blobs.reserve(blobKeysOf(asset), { lifetime: HOUR })
    await metadata.assets.insert({ tenant, assets: [asset], keyId: null, quota: null })
    expect((await metadata.assets.list(plain)).total).toBe(2001)
    expect((await metadata.assets.get({ id: asset.id }))?.id).toBe(asset.id)
    expect(state.waiting).toBeGreaterThan(0)
    await Promise.all(searches)
  })

  it('do not hold up those of another tenant, scope or caller', async () => {
    const metadata = await filled(2000)
    const { state, searches } = searching(metadata, 300)
    const filter = requireFilter({ search: 'words' })
    for (const asked of [{ tenant: 'other' }, { scope: { createdBy: 'ann' } }, { caller: 'bob' }]) {
      const before = state.waiting
      const { total } = await metadata.assets.list({ ...plain, filter, ...asked })
      expect(total).toBe('caller' in asked ? 2000 : 0)
      // The one that was under way.
      expect(before - state.waiting).toBeLessThanOrEqual(1)
    }
    await Promise.all(searches)
  })

  it('leave when they are no longer wanted, and hold up no later one of the same client', async () => {
    const metadata = await filled(500)
    const left = new AbortController()
    const { searches } = searching(metadata, 300, left.signal)
    left.abort(new Error('The client has gone.'))
    const { state, searches: later } = searching(metadata, 1)
    // The one that was under way.
    const settled = await Promise.allSettled(searches)
    expect(settled.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1)
    for (const each of settled) {
      if (each.status === 'rejected') expect(each.reason).toBe(left.signal.reason)
    }
    await Promise.all(later)
    expect(state.waiting).toBe(0)
    const filter = requireFilter({ search: 'words' })
    const list = metadata.assets.list({ ...plain, filter, signal: left.signal })
    await expect(list).rejects.toBe(left.signal.reason)
  })

  it('are answered before the records are closed, which may be called twice', async () => {
    const metadata = await filled(500)
    const { searches } = searching(metadata, 20)
    await Promise.all([metadata.close(), metadata.close()])
    expect(await Promise.all(searches)).toHaveLength(20)
    await expect(metadata.assets.list({ ...plain, sort: 'name' })).rejects.toMatchObject({
      code: 'closed',
    })
  })

  it('are refused once 500 wait, and answered again later', async () => {
    const metadata = await filled(500)
    // One of them is under way.
    const settled = await Promise.allSettled(searching(metadata, 601).searches)
    const refused = settled.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(100)
    for (const { reason } of refused as PromiseRejectedResult[]) {
      expect(reason).toMatchObject({ code: 'unavailable' })
    }
    expect((await metadata.assets.list(plain)).total).toBe(500)
    await Promise.all(searching(metadata, 10).searches)
  })
})
