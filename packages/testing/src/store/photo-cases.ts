import assert from 'node:assert/strict'
import type { Asset } from '@stowage/core'
import type { ContractCase } from '../contract/contract.ts'
import { photoOf } from './photo.ts'
import type { StoreFixture } from './store-fixture.ts'

const PIER = photoOf({
  takenAt: '2024-05-01T18:30:00+02:00',
  camera: 'NIKON D850',
  place: ['33,52.5S', '151,12,0E'],
  caption: 'The old pier',
})

/** What photos say of themselves. */
export const photoCases: readonly ContractCase<StoreFixture>[] = [
  {
    name: 'a photo keeps what it says of itself, also as a copy and as a version',
    async run({ store }) {
      const asset = await store.upload({ source: PIER, name: 'pier.png' })
      assert.deepEqual(
        [asset.embedded?.takenAt, asset.embedded?.camera, asset.embedded?.caption],
        ['2024-05-01T18:30:00+02:00', 'NIKON D850', 'The old pier'],
      )
      const location = { latitude: -33.875, longitude: 151.2, altitude: null }
      assert.deepEqual(asset.embedded?.location, location)
      assert.deepEqual(await store.get(asset.id), asset)
      assert.deepEqual((await store.copy(asset.id)).embedded, asset.embedded)
      await store.versions.replace(asset.id, new TextEncoder().encode('no photo'))
      assert.equal((await store.get(asset.id)).embedded, null)
      const [version] = await store.versions.list(asset.id)
      assert.deepEqual(version?.embedded, asset.embedded)
      const restored = await store.versions.restore(asset.id, version?.id ?? '')
      assert.deepEqual(restored.embedded, asset.embedded)
      assert.deepEqual((await store.list({ filter: { camera: 'NIKON D850' } })).total, 2)
    },
  },
  {
    name: 'photos are found by camera and date, and sorted by when they were taken',
    async run({ store }) {
      const add = (name: string, words: Parameters<typeof photoOf>[0]) =>
        store.upload({ source: photoOf(words), name })
      // An hour before the next one, as both say where on earth they are.
      await add('b.png', { takenAt: '2024-05-01T18:30:00+02:00', camera: 'NIKON D850' })
      await add('c.png', { takenAt: '2024-05-01T17:30:00', camera: 'iPhone 15' })
      await add('a.png', { takenAt: '1969-07-20T20:17:40Z' })
      await store.upload({ source: new TextEncoder().encode('x'), name: 'none.txt' })
      const names = async (options: Parameters<typeof store.list>[0]) =>
        (await store.list(options)).assets.map(({ name }) => name)
      assert.deepEqual(await names({ sort: 'takenAt' }), ['none.txt', 'a.png', 'b.png', 'c.png'])
      assert.deepEqual(await names({ sort: '-takenAt' }), ['c.png', 'b.png', 'a.png', 'none.txt'])
      const since = { takenAt: { gte: '2024-05-01T16:30:00Z' } }
      assert.deepEqual(await names({ filter: since, sort: 'takenAt' }), ['b.png', 'c.png'])
      const before = { takenAt: { lt: '2024-05-01T16:30:00Z' } }
      assert.deepEqual(await names({ filter: before }), ['a.png'])
      assert.deepEqual(await names({ filter: { camera: ['iPhone 15', 'else'] } }), ['c.png'])
      assert.deepEqual(await names({ filter: { camera: 'iPhone' } }), [])
    },
  },
  {
    name: 'no event says where a photo was taken',
    async run({ store }) {
      const told: Asset[] = []
      store.on('asset.created', ({ asset }) => told.push(asset))
      store.on('asset.trashed', ({ asset }) => told.push(asset))
      const { id } = await store.upload({ source: PIER, name: 'pier.png' })
      await store.trash(id)
      assert.deepEqual(
        told.map(({ embedded }) => [embedded?.camera, embedded?.location]),
        [
          ['NIKON D850', null],
          ['NIKON D850', null],
        ],
      )
    },
  },
]
