import assert from 'node:assert/strict'
import type { EventRecord } from '@stowage/core/internal'
import type { ContractCase } from '../../contract/contract.ts'
import { at, HOUR, newAsset, newVariant, storedOne } from '../fixture.ts'
import type { MetadataFixture } from '../metadata-fixture.ts'
import { feed, look, record, tenant, told, updated, uploaded } from './event-fixture.ts'

/** Which events writes leave, and what these hold. */
export const eventWritingCases: readonly ContractCase<MetadataFixture>[] = [
  {
    name: 'events: each write leaves one for each asset, with the record as it was then',
    async run({ metadata, clock }) {
      clock.set(7)
      const [first = '', second = ''] = await uploaded(metadata, 2, { createdBy: 'ann' })
      await updated(metadata, first, 'b.jpg')
      await updated(metadata, first, 'b.jpg')
      await storedOne(metadata)
      const owner = { type: 'post', id: '1', field: '' }
      const attachment = { tenant, ids: [second], owner, record }
      await metadata.owners.attach(attachment)
      await metadata.owners.detach({ ...attachment, unowned: 'keep' })
      const events = await feed(metadata)
      assert.deepEqual(told(events), [
        ['asset.created', first],
        ['asset.created', second],
        ['asset.updated', first],
        ['asset.attached', second],
        ['asset.detached', second],
      ])
      for (const event of events) {
        const { tenant: of, at: time, actor, createdBy, id } = event
        assert.deepEqual([of, time, actor, createdBy], [tenant, at(7), 'ann', 'ann'])
        const millis = Number.parseInt(id.replace('-', '').slice(0, 12), 16)
        assert.deepEqual([millis, id[14]], [Date.parse(at(7)), '7'])
      }
      const now = await metadata.assets.get({ id: first })
      assert.ok(now?.embedded)
      const withoutLocation = { ...now, embedded: { ...now.embedded, location: null } }
      assert.deepEqual(events[2]?.data, { asset: withoutLocation, fields: ['name'] })
      assert.deepEqual(events[4]?.data, { tenant, assetId: second, owner })
    },
  },
  {
    name: 'events: variants that were made or could not be made later are told by name',
    async run({ metadata }) {
      const { id } = await storedOne(metadata)
      const thumbnail = newVariant()
      await metadata.blobs.reserve([thumbnail.blobKey], { lifetime: HOUR })
      const failed = [{ name: 'poster', attempts: 1 }]
      await metadata.assets.addVariants({ tenant, id, variants: [thumbnail], failed, record })
      await metadata.assets.addVariants({ tenant, id, variants: [], failed, record })
      const events = await feed(metadata)
      assert.deepEqual(
        events.map(({ type, data }) => [type, (data as { variants?: unknown }).variants]),
        [
          ['variant.ready', [thumbnail.name]],
          ['variant.failed', ['poster']],
          ['variant.failed', ['poster']],
        ],
      )
    },
  },
  {
    name: 'events: long own data are left out, and it says so',
    async run({ metadata }) {
      const { id } = await storedOne(metadata)
      const metadataOf = (length: number) => ({ note: 'x'.repeat(length) })
      const change = (length: number) =>
        metadata.assets.update({ tenant, id, changes: { metadata: metadataOf(length) }, record })
      await change(15_000)
      await change(21_000)
      const [small, large] = await feed(metadata)
      const dataOf = (event: EventRecord | undefined) =>
        event?.data as { asset: { metadata: object; id: string }; truncated?: true }
      assert.deepEqual(dataOf(small).asset.metadata, metadataOf(15_000))
      assert.equal(dataOf(small).truncated, undefined)
      assert.deepEqual(dataOf(large).asset.metadata, {})
      assert.deepEqual([dataOf(large).truncated, dataOf(large).asset.id], [true, id])
    },
  },
  {
    name: 'events: nothing of what is not asked for, was refused, or changed nothing',
    async run({ metadata }) {
      const asset = await storedOne(metadata)
      const ids = { tenant, ids: [asset.id], record }
      await metadata.assets.setTrashed({ ...ids, to: 'active' })
      const request = { tenant, assets: [newAsset()], keyId: null, quota: null, record }
      await assert.rejects(metadata.assets.insert(request))
      assert.deepEqual(await look(metadata), { events: [], last: null, isEnd: true })
      assert.equal(await metadata.events.latest({ tenant }), null)
    },
  },
]
