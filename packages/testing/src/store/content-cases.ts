import assert from 'node:assert/strict'
import { type Asset, StowageError, type UploadInput } from '@stowage/core'
import type { ContractCase } from '../contract/contract.ts'
import type { StoreFixture } from './store-fixture.ts'

const file = (text: string, more: Partial<UploadInput> = {}): UploadInput => ({
  source: new TextEncoder().encode(text),
  name: `${text}.txt`,
  ...more,
})

export const contentCases: readonly ContractCase<StoreFixture>[] = [
  {
    name: 'uploadMany with onDuplicate return stores what is new, and leaves nothing of the rest',
    async run({ store, countBlobs }) {
      const created: string[] = []
      store.on('asset.created', ({ asset }) => created.push(asset.name))
      const old = await store.upload(file('old'))
      const returned: (readonly [Asset, number])[] = []
      const assets = await store.uploadMany(
        [file('new'), file('old', { name: 'other.txt' }), file('new', { name: 'twin.txt' })],
        { onDuplicate: 'return', onReturned: (asset, index) => returned.push([asset, index]) },
      )
      const [fresh, there, twin] = assets
      assert.deepEqual(there, old)
      assert.deepEqual(twin, fresh)
      assert.deepEqual(returned, [
        [old, 1],
        [fresh, 2],
      ])
      assert.deepEqual(created, ['old.txt', 'new.txt'])
      assert.deepEqual([(await store.list()).total, await countBlobs()], [2, 2])
      assert.deepEqual((await store.list({ filter: { sha256: old.sha256 } })).assets, [old])
      assert.equal((await store.list({ filter: { sha256: '0'.repeat(64) } })).total, 0)
    },
  },
  {
    name: 'an onReturned hook that throws does not undo the upload, and events come all the same',
    async run({ store }) {
      const created: string[] = []
      store.on('asset.created', ({ asset }) => created.push(asset.name))
      const old = await store.upload(file('old'))
      const onReturned = () => {
        throw new Error('The hook breaks.')
      }
      const assets = await store.uploadMany([file('new'), file('old')], {
        onDuplicate: 'return',
        onReturned,
      })
      assert.deepEqual([assets[1], created], [old, ['old.txt', 'new.txt']])
    },
  },
  {
    name: 'an upload with onDuplicate refuse stores nothing of a file that is there',
    async run({ store, countBlobs }) {
      const { id } = await store.upload(file('old'))
      const upload = store.uploadMany([file('new'), file('old')], { onDuplicate: 'refuse' })
      await assert.rejects(upload, { code: 'duplicate', context: { id, index: 1 } })
      assert.deepEqual([(await store.list()).total, await countBlobs()], [1, 1])
      const wrong = store.upload(file('x'), { onDuplicate: 'replace' as never })
      await assert.rejects(wrong, { context: { argument: 'onDuplicate' } })
    },
  },
  {
    name: 'a repeated upload or copy shows what it stored first, and is refused with what that throws',
    async run({ store, countBlobs }) {
      const gone = new StowageError('asset_not_found', 'Gone.')
      const shown: string[][] = []
      let isOpen = true
      const onRepeated = async (assets: readonly Asset[]) => {
        shown.push(assets.map(({ id }) => id))
        if (!isOpen) throw gone
      }
      const again = { idempotencyKey: 'once', onRepeated }
      const stored = await store.upload(file('old'), again)
      const copy = await store.copy(stored.id, { ...again, idempotencyKey: 'copy' })
      const repeat = () => store.upload(file('old'), again)
      const repeatCopy = () => store.copy(stored.id, { ...again, idempotencyKey: 'copy' })
      assert.deepEqual([await repeat(), await repeatCopy()], [stored, copy])
      assert.deepEqual(shown, [[stored.id], [copy.id]])
      isOpen = false
      for (const repeated of [repeat, repeatCopy]) {
        await assert.rejects(repeated(), { code: 'asset_not_found' })
      }
      assert.deepEqual([(await store.list()).total, await countBlobs()], [2, 2])
      const wrong = store.upload(file('x'), { onRepeated: true as never })
      await assert.rejects(wrong, { context: { argument: 'onRepeated' } })
    },
  },
  {
    name: 'an upload within a scope names no external id',
    async run({ store, countBlobs }) {
      const scoped = store.for({ scope: { createdBy: 'ann' } })
      for (const externalId of ['free', 'taken']) {
        await assert.rejects(scoped.upload(file('x', { externalId })), {
          code: 'invalid_argument',
          context: { argument: 'externalId', index: 0 },
        })
      }
      await store.upload(file('x', { externalId: 'free' }))
      assert.equal(await countBlobs(), 1)
    },
  },
  {
    name: 'an upload with a ticket is answered with what was uploaded in the same name alone',
    async run({ store, countBlobs }) {
      await store.upload(file('old'))
      const made = await store.tickets.create({ files: 1, createdBy: 'ann' })
      const verified = async () => (await store.tickets.verify(made.token)) ?? assert.fail()
      const options = { onDuplicate: 'return' as const }
      const anns = await store.upload(file('old'), { ...options, ticket: await verified() })
      assert.equal(anns.createdBy, 'ann')
      const again = await store.upload(file('old'), { ...options, ticket: await verified() })
      assert.deepEqual(again, anns)
      assert.equal(await countBlobs(), 2)
    },
  },
  {
    name: 'a ticket that names no user always stores, and its uploads have no external id',
    async run({ store, countBlobs }) {
      const principal = await store.keys
        .create({ name: 'maker' })
        .then(({ token }) => store.keys.verify(token))
      const tickets = [
        await store.tickets.create({ files: 3 }),
        await store.tickets.create({ files: 3, principal: principal ?? assert.fail() }),
      ]
      for (const { token } of tickets) {
        const verified = async () => (await store.tickets.verify(token)) ?? assert.fail()
        const before = await countBlobs()
        for (const onDuplicate of ['return', 'refuse'] as const) {
          await store.upload(file('same'), { onDuplicate, ticket: await verified() })
        }
        assert.equal(await countBlobs(), before + 2)
        const ticket = await verified()
        const named = store.upload(file('other'), { externalId: 'cms/1', ticket })
        await assert.rejects(named, {
          code: 'invalid_argument',
          context: { argument: 'externalId', index: 0 },
        })
        assert.equal(await countBlobs(), before + 2)
      }
    },
  },
  {
    name: 'an external id finds its asset within the tenant and the scope, and is taken by one alone',
    async run({ store, countBlobs }) {
      const externalId = 'cms/17 Ä'
      const asset = await store.upload(file('one'), { externalId })
      assert.equal(asset.externalId, externalId)
      assert.deepEqual(await store.get({ externalId }), asset)
      assert.deepEqual((await store.list({ filter: { externalId } })).assets, [asset])
      const twice = store.uploadMany([file('two'), file('three', { externalId })])
      const context = { id: asset.id, index: 1 }
      await assert.rejects(twice, { code: 'external_id_taken', context })
      assert.equal(await countBlobs(), 1)
      const unknown = { code: 'asset_not_found' }
      await assert.rejects(store.get({ externalId: 'CMS/17 Ä' }), unknown)
      await assert.rejects(store.for({ tenant: 'other' }).get({ externalId }), unknown)
      const scoped = store.for({ scope: { createdBy: 'bob' } })
      await assert.rejects(scoped.get({ externalId }), unknown)
      await store.trash(asset.id)
      await assert.rejects(store.get({ externalId }), unknown)
      const found = await store.get({ externalId }, { trashed: 'include' })
      assert.equal(found.id, asset.id)
      for (const wrong of ['', 'x'.repeat(256), 'a\nb', 7 as never]) {
        const upload = store.upload(file('x'), { externalId: wrong })
        await assert.rejects(upload, { context: { argument: 'externalId' } })
      }
    },
  },
]
