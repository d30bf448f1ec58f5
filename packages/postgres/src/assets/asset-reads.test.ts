import { newAsset } from '@stowage/core/testing'
import { describe, expect, it } from 'vitest'
import { worldOfTest } from '../testing/postgres-world.ts'
import { at, later } from '../testing/records.ts'
import { PAGE_AT, PAGE_BELOW } from './asset-reads.ts'
import { LIVE, TRASH } from './count-tree.ts'

describe('MetadataStore.list on PostgreSQL', () => {
  it('reads a page from the partial index of its list, and sorts nothing but the page', async () => {
    const world = worldOfTest()
    const metadata = await world.open()
    for (let round = 0; round < 6; round += 1) {
      const assets = Array.from({ length: 500 }, () => newAsset())
      await metadata.reserve(
        assets.map(({ blobKey }) => blobKey),
        later,
      )
      await metadata.insert({ tenant: 'a', assets, keyId: null, quota: null })
      const ids = assets.slice(0, 250).map(({ id }) => id)
      await metadata.move({ tenant: 'a', ids, at: at(1), to: 'trash' })
    }
    await world.sql('ANALYZE $schema.assets')
    for (const [list, index] of [
      [LIVE, 'assets_live'],
      [TRASH, 'assets_trash'],
    ] as const) {
      for (const text of [PAGE_AT[list], PAGE_BELOW[list]]) {
        const literal = text.replaceAll('$1', `'a'`).replaceAll('$2', '24').replaceAll('$3', '700')
        const rows = await world.sql<{ 'QUERY PLAN': string }>(`EXPLAIN ${literal}`)
        const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
        expect(plan).toContain(`Index Scan Backward using ${index} on assets`)
        expect(plan).not.toContain('Scan on assets')
      }
    }
  })

  it('gives total, start and rows of one moment while assets come and go', async () => {
    const world = worldOfTest()
    const [one, two] = await Promise.all([world.open(), world.open()])
    let writing = true
    const writes = (async () => {
      for (let round = 0; round < 40; round += 1) {
        const assets = Array.from({ length: 5 }, () => newAsset())
        await one.reserve(
          assets.map(({ blobKey }) => blobKey),
          later,
        )
        await one.insert({ tenant: 'a', assets, keyId: null, quota: null })
      }
      writing = false
    })()
    let looks = 0
    while (writing) {
      // Nothing leaves this list, so the whole of it is one page: as long as its total says.
      const { assets, total } = await two.list({
        tenant: 'a',
        trashed: false,
        from: { offset: 0 },
        limit: 1000,
      })
      expect(assets.map(({ seq }) => seq)).toEqual(
        Array.from({ length: total }, (_, n) => total - n),
      )
      expect(total % 5).toBe(0)
      looks += 1
    }
    await writes
    expect(looks).toBeGreaterThan(0)
  })
})
