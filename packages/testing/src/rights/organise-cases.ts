import assert from 'node:assert/strict'
import type { AssetAction, Authorization } from '@stowage/api'
import type { ContractCase } from '../contract/contract.ts'
import {
  fieldsAndFile,
  folderNow,
  folderOf,
  foldersOf,
  uploadWith,
} from '../http-contract/organise-client.ts'
import { assertUnknownFolder } from './leak-folders.ts'
import { clientsOf, type RightsFixture } from './rights-fixture.ts'

/** What `scope` and `authorize` promise about folders and filtered lists. */
export const organiseRightsCases: readonly ContractCase<RightsFixture>[] = [
  {
    name: 'folders of another scope do not exist, by no route, name, list or count',
    async run(fixture) {
      const scope = ({ id }: { readonly id: string }) => ({ createdBy: id })
      const clientOf = await clientsOf(fixture, { scope })
      const [ann, bob] = [clientOf('ann'), clientOf('bob')]
      const { id } = await folderOf(ann, 'Private')
      await uploadWith(ann, { folder_id: id })
      const own = await bob.upload('x')
      await assertUnknownFolder(bob, id, own.id)
      assert.equal((await foldersOf(bob)).meta.total, 0)
      assert.equal((await foldersOf(bob, `?filter[parent_id]=${id}`)).meta.total, 0)
      await folderOf(bob, 'Private')
      assert.deepEqual((await folderNow(ann, id, '?with_meta=1')).attributes.path, ['Private'])
    },
  },
  {
    name: 'an upload within a scope names no external id, whether it is taken or free',
    async run(fixture) {
      const scope = ({ id }: { readonly id: string }) => ({ createdBy: id })
      const ann = (await clientsOf(fixture, { scope }))('ann')
      const taken = 'cms-17'
      await fixture.store.upload(Buffer.from('x'), { name: 'x.txt', externalId: taken })
      for (const external_id of [taken, 'cms-18']) {
        const body = fieldsAndFile({ external_id })
        await ann.refused('POST', '/assets', { body }, [422, 'invalid_body'])
      }
      assert.equal((await fixture.store.list()).total, 1)
    },
  },
  {
    name: 'no filter, search, order, cursor or usage shows or counts what is outside the scope',
    async run(fixture) {
      const scope = ({ id }: { readonly id: string }) => ({ createdBy: id })
      const clientOf = await clientsOf(fixture, { scope })
      const [ann, bob] = [clientOf('ann'), clientOf('bob')]
      const fields = { title: 'Secret plan', tags: '["secret"]', metadata: '{"client":"acme"}' }
      const { id: folder_id } = await folderOf(ann, 'Private')
      const { id, meta } = await uploadWith(ann, { ...fields, folder_id }, 'secret', 'secret.txt')
      const own = await bob.upload('x', 'mine.txt')
      const filters = [
        '',
        `filter[folder_id]=${folder_id}`,
        `filter[folder_tree]=${folder_id}`,
        'filter[type]=document',
        'filter[mime_type]=text/*',
        'filter[extension]=txt',
        'filter[tag]=secret',
        'filter[tag][any]=secret,x',
        'filter[is_favourite]=false',
        'filter[created_by]=ann,bob',
        `filter[sha256]=${meta?.sha256}`,
        'filter[status]=ready',
        'filter[metadata][client]=acme',
        'filter[size][gte]=0',
        'filter[created_at][gte]=2000-01-01',
        'filter[updated_at][gte]=2000-01-01',
        'filter[q]=secret',
        'filter[q]=txt',
        'filter[trashed]=with',
        'filter[trashed]=only',
      ]
      for (const trashed of [false, true]) {
        if (trashed) await ann.change('bulk-trash', [id])
        for (const filter of filters) {
          for (const sort of [
            '-created_at',
            'updated_at',
            'name',
            '-size',
            'type',
            'duration_seconds',
          ]) {
            const { data, meta } = await bob.list(`?sort=${sort}&${filter}`)
            assert.ok(data.every((asset) => asset.id === own.id))
            assert.equal(meta.total, data.length)
          }
          const answer = await bob.send('GET', `/assets?page[size]=1&${filter}`)
          const { meta, links } = JSON.parse(answer.bytes.toString()) as {
            meta: { total: number }
            links: { next: unknown }
          }
          assert.ok(meta.total <= 1)
          assert.equal(links.next, null)
        }
      }
      const usage = await bob.send('GET', '/usage')
      const { attributes } = (
        JSON.parse(usage.bytes.toString()) as { data: { attributes: Record<string, unknown> } }
      ).data
      assert.deepEqual(
        [
          attributes.assets,
          attributes.bytes,
          attributes.trashed_assets,
          attributes.by_type,
          attributes.quota,
        ],
        [1, 1, 0, null, null],
      )
    },
  },
  {
    name: 'a cursor of another scope holds in no other',
    async run(fixture) {
      const scope = ({ id }: { readonly id: string }) => ({ createdBy: id })
      const clientOf = await clientsOf(fixture, { scope })
      const ann = clientOf('ann')
      await ann.upload('a')
      await ann.upload('b')
      const answer = await ann.send('GET', '/assets?page[size]=1')
      const { links } = JSON.parse(answer.bytes.toString()) as { links: { next: string } }
      const refusal = [400, 'invalid_parameter'] as const
      await clientOf('bob').refused('GET', links.next, {}, refusal)
    },
  },
  {
    name: 'authorize is asked about what a PATCH moves and tags, and about all that a folder takes along',
    async run(fixture) {
      const asked: string[] = []
      const refused = new Map<AssetAction, Authorization>()
      const clientOf = await clientsOf(fixture, {
        authorize(_who, action, { name }) {
          asked.push(`${action} ${name}`)
          return refused.get(action) ?? true
        },
      })
      const ann = clientOf('ann')
      const { id: folder } = await folderOf(ann, 'Top')
      const { id: inner } = await folderOf(ann, 'Inner', folder)
      const { id } = await uploadWith(ann, { folder_id: inner }, 'x', 'a.txt')
      const trashed = await uploadWith(ann, { folder_id: folder }, 'x', 'b.txt')
      await ann.change('bulk-trash', [trashed.id])
      asked.length = 0
      const patch = (change: object) =>
        ann.send('PATCH', `/assets/${id}`, { json: { data: { type: 'assets', id, ...change } } })
      const change = { attributes: { folder_id: folder }, meta: { tags: ['a'] } }
      for (const action of ['update', 'move', 'tag'] as const) {
        refused.clear()
        refused.set(action, false)
        assert.equal((await patch(change)).status, 403)
      }
      refused.clear()
      asked.length = 0
      assert.equal((await patch(change)).status, 200)
      assert.deepEqual(asked, ['update a.txt', 'move a.txt', 'tag a.txt'])
      asked.length = 0
      await ann.refused('DELETE', `/folders/${folder}`, {}, [409, 'folder_not_empty'])
      assert.deepEqual(asked, [])
      for (const [assets, action] of [
        ['trash', 'trash'],
        ['trash', 'move'],
        ['detach', 'move'],
      ] as const) {
        for (const answer of [false, 'unknown'] as const) {
          refused.clear()
          refused.set(action, answer)
          const path = `/folders/${folder}?assets=${assets}`
          await ann.refused('DELETE', path, {}, [403, 'forbidden'])
        }
      }
      refused.clear()
      asked.length = 0
      assert.equal((await ann.send('DELETE', `/folders/${folder}?assets=trash`)).status, 204)
      assert.deepEqual(asked.toSorted(), ['move b.txt', 'trash a.txt'])
    },
  },
  {
    name: 'authorize is asked anew about what changes before a bulk route by a filter comes to it',
    async run(fixture) {
      const { store } = fixture
      const ids: string[] = []
      let asked = 0
      const clientOf = await clientsOf(fixture, {
        async authorize(_who, action, asset) {
          if (action !== 'tag') return true
          asked += 1
          if (asked === ids.length) await store.update(ids[0] ?? '', { name: 'secret.txt' })
          return asset.name !== 'secret.txt'
        },
      })
      const ann = clientOf('ann')
      for (const name of ['a.txt', 'b.txt', 'c.txt']) ids.push((await ann.upload('x', name)).id)
      const sent = { json: { filter: {}, expected: ids.length, add: ['seen'] } }
      await ann.refused('POST', '/assets/bulk-tag', sent, [403, 'forbidden'])
      assert.equal(await store.matching({ tags: ['seen'] }).count(), 0)
      assert.equal(asked, ids.length + 1)
    },
  },
]
