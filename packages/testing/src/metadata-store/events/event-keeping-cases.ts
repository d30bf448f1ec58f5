import assert from 'node:assert/strict'
import type { ContractCase } from '../../contract/contract.ts'
import { HOUR, newAsset, stored, trustedAt } from '../fixture.ts'
import type { MetadataFixture } from '../metadata-fixture.ts'
import {
  feed,
  look,
  purged,
  record,
  tenant,
  told,
  updated,
  uploaded,
  wholeFeed,
} from './event-fixture.ts'

/** What stays of events: after purges, and when they are old. */
export const eventKeepingCases: readonly ContractCase<MetadataFixture>[] = [
  {
    name: 'events: a purge deletes the data of all that came before, also where nothing is recorded any more',
    async run({ metadata }) {
      const [first = '', second = '', stays = ''] = await uploaded(metadata, 3)
      await purged(metadata, [first])
      await metadata.assets.setTrashed({ tenant, ids: [second], to: 'trash', record })
      await metadata.assets.purge({ tenant, ids: [second], doneWithin: HOUR })
      const owner = { type: 'post', id: '1', field: '' }
      const [third = ''] = await uploaded(metadata)
      await metadata.owners.attach({ tenant, ids: [third], owner, record })
      await metadata.owners.detachAll({ tenant, owner, unowned: 'purge', record })
      const events = await feed(metadata)
      assert.deepEqual(told(events), [
        ['asset.created', first],
        ['asset.created', second],
        ['asset.created', stays],
        ['asset.purged', first],
        ['asset.trashed', second],
        ['asset.created', third],
        ['asset.attached', third],
        ['owner.detached', null],
        ['asset.purged', third],
      ])
      const kept = events.map(({ data }) => data !== null)
      assert.deepEqual(kept, [false, false, true, true, false, false, false, true, true])
      assert.deepEqual(events[3]?.data, { retention: false })
    },
  },
  {
    name: 'events: a purge of very many leaves the data of some, which nobody is told, to `tidy`',
    async run({ metadata }) {
      const ids: string[] = []
      for (let round = 0; round < 4; round += 1) {
        const assets = await stored(
          metadata,
          Array.from({ length: 250 }, () => newAsset()),
        )
        ids.push(...assets.map(({ id }) => id))
      }
      const [busy = ''] = ids
      for (let count = 0; count < 25; count += 1) await updated(metadata, busy, `${count}.jpg`)
      await purged(metadata, ids)
      const before = await feed(metadata, { assetId: busy })
      assert.equal(before.length, 26)
      assert.ok(before.some(({ isPurged }) => isPurged) || 'transfer' in metadata)
      for (const { type, data } of before) assert.equal(data === null, type !== 'asset.purged')
      let rounds = 0
      while (await metadata.events.tidy({ limit: 5 })) rounds += 1
      assert.ok(rounds <= 4)
      const after = await feed(metadata, { assetId: busy })
      assert.ok(after.every(({ isPurged }) => !isPurged))
      assert.deepEqual(told(after), told(before))
      assert.deepEqual(after.at(-1)?.data, { retention: false })
    },
  },
  {
    name: 'events: the oldest are forgotten by age',
    async run(fixture) {
      const { metadata, clock } = fixture
      await trustedAt(fixture, 0)
      await uploaded(metadata)
      clock.set(5)
      await uploaded(metadata)
      const [first, second] = await feed(metadata)
      clock.set(3000)
      const prune = async (seconds: number) =>
        (await metadata.events.prune({ olderThan: seconds * 1000, after: null, limit: 9 })).pruned
      assert.equal(await prune(1), 0)
      await trustedAt(fixture, 3000)
      assert.equal(await prune(2999), 0)
      assert.equal(await prune(2994), 1)
      assert.equal(await metadata.events.find({ tenant, id: first?.id ?? '' }), null)
      assert.deepEqual(await feed(metadata), [{ ...second, data: null }])
      assert.equal(await prune(1), 0)
      const [id] = await uploaded(metadata)
      assert.deepEqual(told(await feed(metadata)).at(-1), ['asset.created', id])
    },
  },
  {
    name: 'events: the last old one of each tenant stays, without data, so that its readers go on from there',
    async run(fixture) {
      const { metadata, clock } = fixture
      await trustedAt(fixture, 0)
      await uploaded(metadata, 3)
      await uploaded(metadata, 1, { of: 'quiet' })
      clock.set(3000)
      await trustedAt(fixture, 3000)
      const [fresh] = await uploaded(metadata)
      const old = (await feed(metadata)).slice(0, 3)
      const [quiet] = (await look(metadata, { tenant: 'quiet', after: null })).events
      assert.ok(quiet)
      const ids: (string | null)[] = []
      let after: string | null = null
      do {
        const done = await metadata.events.prune({ olderThan: 1000, after, limit: 1 })
        ids.push(done.next)
        after = done.next
      } while (after !== null)
      assert.deepEqual(ids.length, 5)
      const found = async (of: string | null, id = '') => {
        const position = await metadata.events.find({ tenant: of, id })
        if (position === null) return null
        const read = await look(metadata, { tenant: of, after: position.position })
        return told(read.events).map(([, assetId]) => assetId)
      }
      const [first, second, third] = old
      const left = await wholeFeed(metadata, 3)
      assert.equal(await found(tenant, first?.id), null)
      assert.equal(await found(tenant, second?.id), null)
      assert.deepEqual(await found(tenant, third?.id), [fresh])
      assert.deepEqual(await found('quiet', quiet.id), [])
      assert.deepEqual(await found(null, quiet.id), [fresh])
      assert.deepEqual(
        left.map(({ id, assetId, data }) => [data === null ? id : assetId, data === null]),
        [
          [third?.id, true],
          [quiet.id, true],
          [fresh, false],
        ],
      )
    },
  },
]
