import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Asset } from '@stowage/core'
import type { AssetCursorPage, CursorListOptions } from '@stowage/core/types'
import type { ContractCase } from '../contract/contract.ts'
import type { StoreFixture } from './store-fixture.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

export const scopeCases: readonly ContractCase<StoreFixture>[] = [
  {
    name: 'a scoped view has, lists and counts the assets of its creator alone, and uploads as that creator',
    async run({ store }) {
      const [ann, bob] = ['ann', 'bob'].map((createdBy) => store.for({ scope: { createdBy } }))
      assert.ok(ann && bob)
      const mine: Asset[] = []
      for (const text of ['1', '2', '3']) {
        mine.unshift(await ann.upload(bytes(text)))
        await bob.upload(bytes(text))
      }
      assert.deepEqual(new Set(mine.map(({ createdBy }) => createdBy)), new Set(['ann']))
      const { assets, total, lastPage } = await ann.list({ page: 2, perPage: 2 })
      assert.deepEqual([assets, total, lastPage], [mine.slice(2), 3, 2])
      const iterated: Asset[] = []
      for await (const asset of ann.matching({}).iterate()) iterated.push(asset)
      assert.deepEqual(iterated, mine)
      assert.equal((await store.list()).total, 6)
      assert.equal((await store.for({ scope: { createdBy: null } }).list()).total, 0)
    },
  },
  {
    name: 'cursors of a scope lead through it in every order, also where their asset was purged',
    async run({ store }) {
      const sorts = ['-createdAt', 'createdAt', 'name', '-name', 'size', '-size'] as const
      for (const sort of sorts) {
        const own = store.for({ scope: { createdBy: `ann ${sort}` } })
        for (const name of ['1', '2', '3', '4', '5', '6', '7']) {
          await own.upload(bytes('same size'), { name })
          await store.for({ scope: { createdBy: 'bob' } }).upload(bytes('same size'), { name })
        }
        const page = async (place: CursorListOptions) => {
          const { assets, next, previous } = await own.list({ sort, perPage: 3, ...place })
          return { assets, names: assets.map(({ name }) => name), next, previous }
        }
        const inOrder = ['1', '2', '3', '4', '5', '6', '7']
        const expected = sort.startsWith('-') ? inOrder.toReversed() : inOrder
        const first = await page({ after: null })
        assert.deepEqual(first.names, expected.slice(0, 3), sort)
        const second = await page({ after: first.next })
        assert.deepEqual(second.names, expected.slice(3, 6), sort)
        const gone = [first.assets[2], second.assets[0]].map((asset) => asset?.id ?? '')
        await own.trash(gone)
        await own.purge(gone)
        const anew = await page({ after: first.next })
        assert.deepEqual(anew.names, expected.slice(4), sort)
        const back = await page({ before: second.previous ?? '' })
        assert.deepEqual([back.names, back.previous], [expected.slice(0, 2), null], sort)
        await own.trash(anew.assets.map(({ id }) => id))
        const empty = await page({ after: back.next })
        assert.deepEqual([empty.names, empty.next], [[], null], sort)
        assert.deepEqual(
          (await page({ before: empty.previous ?? '' })).names,
          expected.slice(0, 2),
          sort,
        )
      }
    },
  },
  {
    name: 'a walk through a scope has each asset once, whatever dates they were imported with, while others are purged',
    async run({ store }) {
      const day = 86_400_000
      const dates = [(n: number) => -n * day, (n: number) => n * day, () => 0]
      for (const [round, dateOf] of dates.entries()) {
        for (const sort of ['-createdAt', 'createdAt', 'type', '-type'] as const) {
          const own = store.for({ scope: { createdBy: `${round} ${sort}` } })
          const names = ['1', '2', '3', '4', '5', '6', '7']
          for (const name of names) {
            const createdAt = new Date(Date.UTC(2020, 0, 1) + dateOf(Number(name)))
            await own.admin.import({ id: randomUUID(), source: bytes(name), name, createdAt })
          }
          const seen: string[] = []
          for (let after: string | null = null; ; ) {
            const page: AssetCursorPage = await own.list({ sort, perPage: 2, after })
            seen.push(...page.assets.map(({ name }) => name))
            const last = page.assets.at(-1)?.id ?? ''
            await own.trash(last)
            await own.purge(last)
            after = page.next
            if (after === null) break
          }
          assert.deepEqual(seen, sort.startsWith('-') ? names.toReversed() : names, sort)
        }
      }
    },
  },
  {
    name: 'what is outside a scope cannot be found, read, changed, trashed, restored or purged by it',
    async run({ store }) {
      const bob = store.for({ scope: { createdBy: 'bob' } })
      const { id, publicFileId } = await store
        .for({ scope: { createdBy: 'ann' } })
        .upload(bytes('hers'))
      const code = 'asset_not_found'
      await assert.rejects(bob.get(id), { code })
      await assert.rejects(bob.get({ publicFileId }), { code: 'file_not_found' })
      await assert.rejects(bob.read(id), { code })
      await assert.rejects(bob.variants.ensure(id, 'thumbnail'), { code })
      await assert.rejects(bob.variants.retry(id), { code })
      await assert.rejects(bob.update(id, { name: 'his' }), { code })
      await assert.rejects(bob.admin.resolveScan(id, 'infected'), { code })
      await assert.rejects(bob.trash(id), { code })
      await store.trash(id)
      await assert.rejects(bob.get(id, { trashed: 'include' }), { code })
      await assert.rejects(bob.restore(id), { code })
      await assert.rejects(bob.purge(id), { code })
      await store.purge(id)
      await assert.rejects(bob.purge(id), { code })
      await store.for({ scope: { createdBy: 'ann' } }).purge(id)
    },
  },
  {
    name: 'an idempotency key means nothing in another scope, of the same principal too',
    async run({ store }) {
      const principal = {
        kind: 'external',
        id: 'p',
        tenant: store.view.tenant,
        permissions: ['write'],
      } as const
      for (const options of [{ idempotencyKey: 'k' }, { idempotencyKey: 'l', principal }]) {
        const [ann, bob] = ['ann', 'bob'].map((createdBy) => store.for({ scope: { createdBy } }))
        assert.ok(ann && bob)
        const first = await ann.upload(bytes('same'), options)
        assert.equal((await ann.upload(bytes('same'), options)).id, first.id)
        assert.notEqual((await bob.upload(bytes('same'), options)).id, first.id)
        assert.notEqual((await store.upload(bytes('other'), options)).id, first.id)
        await assert.rejects(ann.upload(bytes('other'), options), { code: 'idempotency_conflict' })
      }
    },
  },
  {
    name: 'a view stays in its scope: in another tenant too, and no other scope is given out',
    async run({ store }) {
      const ann = store.for({ scope: { createdBy: 'ann' } })
      assert.deepEqual([store.view.scope, ann.view.scope], [null, { createdBy: 'ann' }])
      const elsewhere = ann.for({ tenant: 'other' })
      assert.deepEqual(
        [elsewhere.view.scope, elsewhere.view.tenant],
        [{ createdBy: 'ann' }, 'other'],
      )
      assert.equal(ann.for({ scope: { createdBy: 'ann' } }).view.tenant, store.view.tenant)
      for (const scope of [{ createdBy: 'bob' }, { createdBy: null }]) {
        assert.throws(() => ann.for({ scope }), { code: 'invalid_argument' })
      }
      for (const scope of [undefined, null, 'ann', {}, { createdBy: '' }, { createdBy: 7 }]) {
        assert.throws(() => store.for({ scope: scope as never }), { code: 'invalid_argument' })
      }
      const unknown = { createdBy: 'ann', folder: 'x' }
      assert.throws(() => store.for({ scope: unknown }), { code: 'invalid_argument' })
    },
  },
]
