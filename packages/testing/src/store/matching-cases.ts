import assert from 'node:assert/strict'
import type { AssetStore } from '@stowage/core'
import type { NewAsset } from '@stowage/core/internal'
import type { MatchingProgress } from '@stowage/core/types'
import type { ContractCase } from '../contract/contract.ts'
import { newAsset, stored } from '../metadata-store/fixture.ts'
import { portsOf, uploadSome } from './damage.ts'
import type { StoreFixture } from './store-fixture.ts'
import { text } from './ticket-fixture.ts'

const needs = ['ports'] as const
const MANY = 1_200

/** Stores `MANY` records; every second one is a favourite. */
async function storeMany(fixture: StoreFixture, overrides: Partial<NewAsset> = {}): Promise<void> {
  const { metadata } = portsOf(fixture)
  for (let done = 0; done < MANY; done += 400) {
    const some = Array.from({ length: 400 }, (_, n) =>
      newAsset({ isFavourite: n % 2 === 0, ...overrides }),
    )
    await stored(metadata, some)
  }
}

const favouritesOf = (store: AssetStore) => store.matching({ isFavourite: true }).count()

export const matchingCases: readonly ContractCase<StoreFixture>[] = [
  {
    name: 'matching counts, trashes, restores, moves, tags and marks what a filter finds, and nothing else',
    async run({ store }) {
      const heard: string[] = []
      for (const event of [
        'asset.updated',
        'asset.moved',
        'asset.tagged',
        'asset.trashed',
        'asset.restored',
      ] as const) {
        store.on(event, ({ asset }) => heard.push(`${event} ${asset.size}`))
      }
      const [small, large, larger] = [
        await store.upload(text(1)),
        await store.upload(text(20)),
        await store.upload(text(30)),
      ]
      const found = store.matching({ size: { gte: 20 } })
      const { id: folderId } = await store.folders.create({ name: 'large' })
      assert.equal(await found.count(), 2)
      assert.deepEqual(await found.move(folderId, { expected: 2 }), { changed: 2 })
      assert.deepEqual(await found.tag({ add: ['large'] }), { changed: 2 })
      assert.deepEqual(await found.setFavourite(true), { changed: 2 })
      assert.deepEqual(await found.setFavourite(true), { changed: 0 })
      const { tags, isFavourite, folderId: into } = await store.get(large.id)
      assert.deepEqual([tags, isFavourite, into], [['large'], true, folderId])
      assert.deepEqual(await found.trash(), { changed: 2 })
      assert.deepEqual([await found.count(), await found.count({ trashed: true })], [0, 2])
      assert.equal((await store.get(small.id)).isFavourite, false)
      assert.deepEqual(await found.trash(), { changed: 0 })
      assert.deepEqual(await found.restore({ expected: 2 }), { changed: 2 })
      assert.equal((await store.get(larger.id)).trashedAt, null)
      const events = ['moved', 'tagged', 'updated', 'trashed', 'restored']
      assert.deepEqual(
        heard,
        events.flatMap((event) => [`asset.${event} 20`, `asset.${event} 30`]),
      )
    },
  },
  {
    name: 'matching changes nothing when another number matches than expected',
    async run({ store }) {
      await uploadSome(store, 3)
      const all = store.matching({})
      const context = { expected: 2, count: 3 }
      await assert.rejects(all.trash({ expected: 2 }), { code: 'count_changed', context })
      assert.equal(await all.count(), 3)
      assert.deepEqual(await all.trash({ expected: 3 }), { changed: 3 })
    },
  },
  {
    name: 'matching reaches one tenant, and within a scope its assets alone',
    async run({ store }) {
      const [ann, bob] = ['ann', 'bob'].map((createdBy) => store.for({ scope: { createdBy } }))
      assert.ok(ann && bob)
      const other = store.for({ tenant: 'other' })
      for (const each of [ann, bob, other]) await uploadSome(each, 2)
      assert.deepEqual(await ann.matching({}).trash({ expected: 2 }), { changed: 2 })
      assert.deepEqual([(await bob.list()).total, (await other.list()).total], [2, 2])
      assert.deepEqual(await bob.matching({ createdBy: 'ann' }).restore(), { changed: 0 })
      assert.deepEqual(await store.matching({ createdBy: 'ann' }).restore(), { changed: 2 })
    },
  },
  {
    name: 'matching goes step by step, tells how far it has come, and leaves later uploads alone',
    needs,
    async run(fixture) {
      const { store } = fixture
      await storeMany(fixture)
      const steps: MatchingProgress[] = []
      const sizes: number[] = []
      const { changed } = await store.matching({}).setFavourite(true, {
        expected: MANY,
        onProgress: (progress) => steps.push(progress),
        async approve(assets) {
          sizes.push(assets.length)
          await store.upload(text(1))
        },
      })
      assert.equal(changed, MANY / 2)
      assert.deepEqual(sizes, [500, 500, 200])
      assert.deepEqual(
        steps.map(({ done, total, changed: soFar }) => [done, total, soFar]),
        [
          [500, MANY, 250],
          [1000, MANY, 500],
          [1200, MANY, 600],
        ],
      )
      assert.equal(await favouritesOf(store), MANY)
      assert.equal((await store.list()).total, MANY + 3)
    },
  },
  {
    name: 'matching that is aborted between steps goes on by its cursor to the same end',
    needs,
    async run(fixture) {
      const { store } = fixture
      await storeMany(fixture)
      const controller = new AbortController()
      const reason = new Error('enough')
      let cursor = ''
      const filter = { isFavourite: true }
      const first = store.matching(filter).trash({
        signal: controller.signal,
        onProgress(progress) {
          cursor = progress.cursor
          controller.abort(reason)
        },
      })
      await assert.rejects(first, reason)
      assert.equal(await store.matching(filter).count({ trashed: true }), 500)
      const argument = 'cursor'
      for (const wrong of [
        store.matching({}).trash({ cursor }),
        store.matching(filter).restore({ cursor }),
        store.matching(filter).tag({ add: ['a'] }, { cursor }),
        store.for({ tenant: 'other' }).matching(filter).trash({ cursor }),
        store
          .for({ scope: { createdBy: null } })
          .matching(filter)
          .trash({ cursor }),
        store.matching(filter).trash({ cursor: 'x' }),
      ]) {
        await assert.rejects(wrong, { code: 'invalid_argument', context: { argument } })
      }
      assert.deepEqual(await store.matching(filter).trash({ cursor }), { changed: 600 })
      assert.equal(await store.matching(filter).count({ trashed: true }), 600)
      assert.equal((await store.list()).total, 600)
    },
  },
  {
    name: 'matching stops where approve throws, and where a folder is deleted meanwhile',
    needs,
    async run(fixture) {
      const { store } = fixture
      await storeMany(fixture)
      const reason = new Error('no')
      const approve = (assets: readonly unknown[]) => {
        if (assets.length < 500) throw reason
      }
      await assert.rejects(store.matching({}).tag({ add: ['a'] }, { approve }), reason)
      assert.equal(await store.matching({ tags: ['a'] }).count(), 1000)
      const { id } = await store.folders.create({ name: 'soon gone' })
      let steps = 0
      const move = store.matching({}).move(id, {
        async approve() {
          steps += 1
          if (steps === 2) await store.folders.delete(id, { assets: 'detach' })
        },
      })
      await assert.rejects(move, { code: 'folder_not_found' })
      assert.equal(await store.matching({ folderId: null }).count(), MANY)
    },
  },
  {
    name: 'matching leaves what stops to match before its turn, and takes runs at once for one',
    needs,
    async run(fixture) {
      const { store } = fixture
      await storeMany(fixture)
      const filter = { isFavourite: true }
      let spared = 0
      const { changed } = await store.matching(filter).trash({
        async approve(assets) {
          const ids = assets.slice(0, 10).map(({ id }) => id)
          spared += (await store.select(ids).setFavourite(false)).length
        },
      })
      assert.deepEqual([spared, changed], [20, 580])
      const runs = [1, 2, 3].map(() => store.matching({}).trash())
      const counts = (await Promise.all(runs)).map((run) => run.changed)
      assert.equal(
        counts.reduce((sum, n) => sum + n),
        MANY - 580,
      )
    },
  },
  {
    name: 'matching refuses what is not of the documented form, before it changes anything',
    async run({ store }) {
      await uploadSome(store, 1)
      const given = (value: unknown) => value as never
      const all = store.matching({})
      const code = 'invalid_argument'
      for (const filter of [null, [], 'all', { types: 'image' }, { size: 5 }]) {
        assert.throws(() => store.matching(given(filter)), { code })
      }
      // A client's ids may be anything: they must not be taken for a filter.
      for (const ids of [null, 7, {}, { type: 'image' }]) {
        const tagged = store.select(given(ids)).tag({ add: ['a'] })
        await assert.rejects(tagged, { code, context: { argument: 'ids' } })
      }
      for (const [argument, call] of [
        ['expected', () => all.trash({ expected: -1 })],
        ['expected', () => all.trash({ expected: given('1') })],
        ['expected', () => all.trash({ expected: 1, cursor: 'x' })],
        ['cursor', () => all.trash({ cursor: '' })],
        ['approve', () => all.trash({ approve: given(true) })],
        ['onProgress', () => all.trash({ onProgress: given('log') })],
        ['signal', () => all.trash({ signal: given({}) })],
        ['options', () => all.trash(given(null))],
        ['folderId', () => all.move(given(7))],
        ['changes', () => all.tag(given(null))],
        ['isFavourite', () => all.setFavourite(given('yes'))],
        ['trashed', () => all.count({ trashed: given('with') })],
        ['isFavourite', () => store.select('x').setFavourite(given(1))],
      ] as const) {
        await assert.rejects(call, { code, context: { argument } })
      }
      assert.equal(await all.count(), 1)
      await assert.rejects(all.trash({ signal: AbortSignal.abort() }), { name: 'AbortError' })
      await assert.rejects(all.move(newAsset().id), { code: 'folder_not_found' })
    },
  },
]
