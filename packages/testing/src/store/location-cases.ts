import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { AssetStore } from '@stowage/core'
import { createAssetStore, PUBLIC_COPY } from '@stowage/core/internal'
import type { ContractCase } from '../contract/contract.ts'
import { locatedTiff, photoOf } from './photo.ts'
import type { StoreFixture, StorePorts } from './store-fixture.ts'

const LATITUDE = '33,52.5S'
const PIER = photoOf({ camera: 'NIKON D850', place: [LATITUDE, '151,12,0E'] })
const NOWHERE = photoOf({ camera: 'NIKON D850' })

function openWith(
  ports: StorePorts,
  location: 'keep' | 'served' | 'stored',
  extra: object = {},
): AssetStore {
  return createAssetStore({ ...ports, location, advanced: { sweepEveryMs: false }, ...extra })
}

/** A picture of a type that nobody looks into, and one that is cut off. */
const UNREAD = Buffer.from('\0\0\0\x0cjP  \r\n\x87\n\0\0\0\x14ftypjp2 \0\0\0\0jp2 ', 'latin1')
const CUT = PIER.subarray(0, PIER.length - 100)

/** The bytes that everyone gets. */
async function publicBytes(store: AssetStore, id: string): Promise<Buffer> {
  const { asset, variant } = await store.variants.publicForm(id)
  return readAll(store, asset.id, variant)
}

async function readAll(store: AssetStore, id: string, variant?: string): Promise<Buffer> {
  const file = await store.read(id, variant === undefined ? {} : { variant })
  return Buffer.from(await file.bytes())
}

/** Where photos were taken. */
export const locationCases: readonly ContractCase<StoreFixture>[] = [
  {
    name: 'with location: served everyone gets a copy without the place, and the file itself stays',
    async run({ ports }) {
      if (ports === undefined) return
      const store = openWith(ports, 'served')
      const asset = await store.upload({ source: PIER, name: 'pier.png' })
      assert.deepEqual(store.variants.names, [])
      assert.equal(asset.embedded?.location?.latitude, -33.875)
      assert.ok((await readAll(store, asset.id)).equals(PIER))
      const copy = await publicBytes(store, asset.id)
      assert.equal(copy.length, PIER.length)
      assert.equal(copy.includes(LATITUDE), false)
      assert.ok(copy.includes('NIKON D850'))
      assert.equal((await store.variants.publicForm(asset)).variant, PUBLIC_COPY)
      await store.admin.verify().then(({ problems }) => assert.deepEqual(problems, []))
    },
  },
  {
    name: 'a file that names no place is its own public form, looked at once',
    async run({ ports }) {
      if (ports === undefined) return
      const store = openWith(ports, 'served')
      const photo = await store.upload({ source: NOWHERE, name: 'nowhere.png' })
      assert.deepEqual(photo.failedVariants, [{ name: PUBLIC_COPY, attempts: 0 }])
      assert.equal((await store.variants.publicForm(photo)).variant, undefined)
      const text = await store.upload(new TextEncoder().encode('GPS'))
      assert.equal((await store.variants.publicForm(text.id)).variant, undefined)
    },
  },
  {
    name: 'the copies of files from before are made at the first request, or by fillVariants',
    async run({ ports }) {
      if (ports === undefined) return
      const before = openWith(ports, 'keep')
      const first = await before.upload({ source: PIER, name: 'a.png' })
      const second = await before.upload({ source: PIER, name: 'b.png' })
      const none = await before.upload({ source: NOWHERE, name: 'c.png' })
      assert.equal((await before.variants.publicForm(first)).variant, undefined)
      const store = openWith(ports, 'served')
      assert.equal((await publicBytes(store, first.id)).includes(LATITUDE), false)
      assert.equal((await store.variants.publicForm(none)).variant, undefined)
      const { made, failed } = await store.admin.fillVariants()
      assert.deepEqual([made, failed], [1, 0])
      assert.equal((await store.get(second.id)).variants.length, 1)
    },
  },
  {
    name: 'nobody but its readers with a key gets a file that names a place and cannot be cleaned',
    async run({ ports }) {
      if (ports === undefined) return
      const store = openWith(ports, 'served')
      const { id, embedded } = await store.upload({ source: locatedTiff(), name: 'a.tif' })
      assert.notEqual(embedded?.location, null)
      await assert.rejects(store.variants.publicForm(id), { code: 'file_not_found' })
      assert.ok((await readAll(store, id)).equals(locatedTiff()))
      for (const source of [UNREAD, CUT]) {
        const other = await store.upload({ source, name: 'a' })
        assert.equal(other.embedded?.location ?? null, null)
        await assert.rejects(store.variants.publicForm(other.id), { code: 'file_not_found' })
      }
    },
  },
  {
    name: 'with location: stored no place reaches the store, and what cannot be cleaned is refused',
    async run({ ports, countBlobs }) {
      if (ports === undefined) return
      const store = openWith(ports, 'stored')
      const sha256 = createHash('sha256').update(PIER).digest('hex')
      const asset = await store.upload({ source: PIER, name: 'pier.png', sha256 })
      assert.deepEqual([asset.embedded?.camera, asset.embedded?.location], ['NIKON D850', null])
      assert.equal(asset.size, PIER.length)
      const stored = await readAll(store, asset.id)
      assert.equal(stored.includes(LATITUDE), false)
      assert.equal(createHash('sha256').update(stored).digest('hex'), asset.sha256)
      const replaced = await store.versions.replace(asset.id, PIER)
      assert.equal(replaced.embedded?.location, null)
      const blobs = await countBlobs()
      for (const source of [locatedTiff(), UNREAD, CUT]) {
        const refused = store.upload({ source, name: 'a' })
        await assert.rejects(refused, { code: 'location_not_removable' })
      }
      assert.equal(await countBlobs(), blobs)
      const kept = await store.upload({ source: NOWHERE, name: 'b.png' })
      assert.ok((await readAll(store, kept.id)).equals(NOWHERE))
    },
  },
  {
    name: 'a repeated upload is recognised although its file was cleaned',
    async run({ ports }) {
      if (ports === undefined) return
      const store = openWith(ports, 'stored')
      const options = { idempotencyKey: 'pier-1' }
      const asset = await store.upload({ source: PIER, name: 'pier.png' }, options)
      const again = await store.upload({ source: PIER, name: 'pier.png' }, options)
      assert.equal(again.id, asset.id)
    },
  },
]
