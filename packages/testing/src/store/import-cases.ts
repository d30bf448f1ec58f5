import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { AssetCursorPage } from '@stowage/core/types'
import type { ContractCase } from '../contract/contract.ts'
import type { StoreFixture } from './store-fixture.ts'

const text = (content: string) => new TextEncoder().encode(content)
const ID = '11111111-2222-4333-8444-555555555555'
const FILE_ID = '99999999-2222-4333-8444-555555555555'

async function never(): Promise<Uint8Array> {
  throw new Error('The source was opened.')
}

export const importCases: readonly ContractCase<StoreFixture>[] = [
  {
    name: 'import keeps ids, dates, folder, own data and creator',
    async run({ store }) {
      const own = { title: 'T', alt: { en: 'a' }, tags: ['x'], metadata: { n: 1 } }
      const { asset, outcome, differs } = await store.admin.import({
        source: () => text('hello'),
        name: 'a.txt',
        id: ID,
        publicFileId: FILE_ID,
        externalId: 'old/1',
        createdAt: '2019-05-01T10:00:00.123456+02:00',
        updatedAt: new Date('2020-01-01T00:00:00Z'),
        folder: 'Trips/2019',
        isFavourite: true,
        createdBy: 'u1',
        ...own,
      })
      assert.deepEqual([outcome, differs], ['stored', false])
      const found = await store.get(ID)
      assert.deepEqual(found, asset)
      const { publicFileId, externalId, createdAt, updatedAt, isFavourite, createdBy } = asset
      assert.deepEqual(
        { publicFileId, externalId, createdAt, updatedAt, isFavourite, createdBy },
        {
          publicFileId: FILE_ID,
          externalId: 'old/1',
          createdAt: '2019-05-01T08:00:00.123456Z',
          updatedAt: '2020-01-01T00:00:00.000000Z',
          isFavourite: true,
          createdBy: 'u1',
        },
      )
      assert.deepEqual(
        [asset.title, asset.tags, asset.alt, asset.metadata],
        [own.title, own.tags, own.alt, own.metadata],
      )
      const folder = await store.folders.get(asset.folderId ?? '')
      assert.deepEqual([folder.path, folder.name], [['Trips', '2019'], '2019'])
      assert.equal(Buffer.from(await (await store.read(ID)).bytes()).toString(), 'hello')
    },
  },
  {
    name: 'import keeps dates from 1800 to 2255, sorts and filters by them',
    async run({ store }) {
      const dates = [
        '1800-01-01T00:00:00.000000Z',
        '1969-12-31T23:59:59.999999Z',
        '1970-01-01T00:00:00.000000Z',
        '2255-06-05T23:47:34.740991Z',
      ]
      for (const [index, createdAt] of [...dates.entries()].reverse()) {
        const { asset } = await store.admin.import({
          source: text(createdAt),
          externalId: String(index),
          createdAt,
        })
        assert.deepEqual([asset.createdAt, asset.updatedAt], [createdAt, createdAt])
      }
      const found: string[] = []
      for (let after: string | null = null; found.length < dates.length; ) {
        const page: AssetCursorPage = await store.list({ sort: 'updatedAt', perPage: 1, after })
        found.push(...page.assets.map(({ updatedAt }) => updatedAt))
        after = page.next
        if (after === null) break
      }
      assert.deepEqual(found, dates)
      const filter = { createdAt: { gte: '1969-12-31T12:00:00Z', lt: '1970-01-01' } } as const
      const old = await store.list({ filter })
      assert.deepEqual(
        old.assets.map(({ createdAt }) => createdAt),
        [dates[1]],
      )
    },
  },
  {
    name: 'import makes the folders of the scope that the creator of the item has',
    async run({ store }) {
      const item = { folder: 'Docs/2026', source: text('x') }
      for (const createdBy of ['ann', 'bob', null]) {
        const { asset } = await store.admin.import({
          ...item,
          externalId: `of ${createdBy}`,
          createdBy,
        })
        const own = store.for({ scope: { createdBy } })
        const folder = await own.folders.get(asset.folderId ?? '')
        assert.deepEqual([folder.path, folder.createdBy], [['Docs', '2026'], createdBy])
        const others = { title: 'T', folderId: folder.id }
        assert.equal((await own.update(asset.id, others)).folderId, folder.id)
      }
      assert.equal((await store.folders.list()).total, 6)
      const shared = { ...item, externalId: 'shared', createdBy: 'ann', folderCreatedBy: null }
      const { asset } = await store.admin.import(shared)
      assert.equal((await store.folders.get(asset.folderId ?? '')).createdBy, null)
      await assert.rejects(store.for({ scope: { createdBy: 'bob' } }).admin.import(shared), {
        code: 'invalid_argument',
      })
      assert.equal((await store.folders.list()).total, 6)
    },
  },
  {
    name: 'import stores nothing twice, and tells of another content',
    async run({ store, countBlobs }) {
      const item = { externalId: 'old/1', createdAt: new Date(0) }
      const first = await store.admin.import({ ...item, source: text('one'), folder: 'A' })
      const blobs = await countBlobs()
      const again = await store.admin.import({ ...item, source: text('one'), folder: 'B' })
      assert.deepEqual([again.outcome, again.differs, again.asset], ['present', false, first.asset])
      const other = await store.admin.import({ ...item, source: text('two') })
      assert.deepEqual([other.outcome, other.differs], ['present', true])
      const { sha256 } = first.asset
      for (const [options, given] of [
        [{}, { sha256 }],
        [{ compare: 'none' }, {}],
      ] as const) {
        const { differs } = await store.admin.import({ ...item, ...given, source: never }, options)
        assert.equal(differs, false)
      }
      await store.trash(first.asset.id)
      const { asset } = await store.admin.import({ ...item, source: text('one') })
      assert.equal(asset.id, first.asset.id)
      assert.notEqual(asset.trashedAt, null)
      assert.deepEqual(
        [await countBlobs(), (await store.folders.list()).folders.map(({ name }) => name)],
        [blobs, ['A']],
      )
    },
  },
  {
    name: 'of many imports of one item at the same time one is stored',
    async run({ store, countBlobs }) {
      const items = Array.from({ length: 6 }, (_, index) => ({
        source: text(index === 0 ? 'other' : 'same'),
        ...(index % 2 === 0 && { id: ID }),
        externalId: 'old/1',
        folder: 'A/B',
      }))
      const done = await Promise.all(items.map((item) => store.admin.import(item)))
      assert.equal(done.filter(({ outcome }) => outcome === 'stored').length, 1)
      assert.equal(new Set(done.map(({ asset }) => asset.id)).size, 1)
      const kept = createHash('sha256')
      kept.update(done[0]?.outcome === 'stored' ? 'other' : 'same')
      assert.equal(done[0]?.asset.sha256, kept.digest('hex'))
      assert.equal(done[0]?.differs, done[0]?.outcome === 'present')
      assert.deepEqual([(await store.list()).total, await countBlobs()], [1, 1])
    },
  },
  {
    name: 'import into the trash counts there',
    async run({ store }) {
      const trashedAt = '2020-01-01T00:00:00Z'
      const { asset } = await store.admin.import({
        source: text('x'),
        externalId: 'old/1',
        trashedAt,
      })
      assert.equal(asset.trashedAt, '2020-01-01T00:00:00.000000Z')
      assert.equal((await store.list()).total, 0)
      assert.equal((await store.list({ trashed: true })).total, 1)
      await store.restore(asset.id)
      assert.equal((await store.list()).total, 1)
    },
  },
  {
    name: 'import refuses what it cannot keep, and nothing is left',
    async run({ store, countBlobs }) {
      await store.for({ tenant: 'other' }).admin.import({ source: text('theirs'), id: ID })
      const blobs = await countBlobs()
      const source = text('x')
      for (const item of [
        { source },
        { source, id: 'ABC' },
        { source, id: ID.toUpperCase() },
        { source, id: ID },
        { source, externalId: '' },
        { source, externalId: 'a\nb' },
        { source, externalId: 'e'.repeat(256) },
        { source, externalId: 'e', createdAt: 'yesterday' },
        { source, externalId: 'e', folder: 'a', folderId: null },
        { source, externalId: 'e', sha256: 'x' },
        { source, externalId: 'e', tags: [''] },
        { source, externalId: 'e', tags: Array(2) },
        { source, externalId: 'e', folder: Array(2) },
        { source, externalId: 'e', status: 'served' },
        { source, externalId: 'e', createdBy: '' },
        { source, externalId: 'e', createdBy: 'c'.repeat(256) },
        { source, externalId: 'e', folder: ['a'], folderCreatedBy: '' },
        { source, externalId: 'e', folder: ['a'], folderCreatedBy: 'c'.repeat(256) },
        { source, externalId: 'e', unknown: true },
      ]) {
        await assert.rejects(store.admin.import(item as never), { code: 'invalid_argument' })
      }
      await assert.rejects(store.admin.import({ source, id: ID }), /Leave out `id`/)
      const failing = { source: never, externalId: 'e' }
      await assert.rejects(store.admin.import(failing), { code: 'source_failed' })
      assert.deepEqual([(await store.list()).total, await countBlobs()], [0, blobs])
    },
  },
  {
    name: 'import serves no file that another system refused or held back',
    async run({ store }) {
      const source = text('x')
      const refused = await store.admin.import({ source, externalId: 'e1', status: 'failed' })
      const held = await store.admin.import({ source, externalId: 'e2', status: 'processing' })
      assert.deepEqual([refused.asset.status, held.asset.status], ['failed', 'processing'])
      for (const { asset } of [refused, held]) {
        await assert.rejects(store.read(asset.id), { code: 'file_not_found' })
      }
      assert.equal((await store.admin.resolveScan(refused.asset.id, 'clean')).status, 'failed')
      assert.equal((await store.admin.resolveScan(held.asset.id, 'clean')).status, 'ready')
    },
  },
  {
    name: 'import makes no folder for a file that would lie too deep, or whose source does not open',
    async run({ store }) {
      const folder = Array.from({ length: 33 }, (_, index) => `level ${index}`)
      const item = { source: text('x'), externalId: 'e' }
      await assert.rejects(store.admin.import({ ...item, folder }), { code: 'folder_too_deep' })
      const failing = { ...item, source: never, folder: ['A', 'B'] }
      await assert.rejects(store.admin.import(failing), { code: 'source_failed' })
      assert.equal((await store.folders.list()).total, 0)
      const { asset } = await store.admin.import({ ...item, folder: folder.slice(1) })
      assert.notEqual(asset.folderId, null)
    },
  },
  {
    name: 'a scoped store imports in its own name, and sees nothing of others',
    async run({ store }) {
      const scoped = store.for({ scope: { createdBy: 'u1' } })
      const item = { source: text('x'), externalId: 'old/1' }
      const { asset } = await scoped.admin.import(item)
      assert.equal(asset.createdBy, 'u1')
      await assert.rejects(scoped.admin.import({ ...item, externalId: 'old/2', createdBy: 'u2' }), {
        code: 'invalid_argument',
      })
      const other = store.for({ scope: { createdBy: 'u2' } })
      await assert.rejects(other.admin.import(item), { code: 'external_id_taken' })
    },
  },
]
