import assert from 'node:assert/strict'
import type { ContractCase } from '../contract/contract.ts'
import { formOf, type HttpClient } from '../http-contract/http-client.ts'
import { filledFor } from './leak-facts.ts'
import { clientsOf, type RightsFixture, seen } from './rights-fixture.ts'

const own = ({ id }: { readonly id: string }) => ({ createdBy: id })

/** Uploads under an idempotency key; resolves to the id of the asset. */
async function uploaded(client: HttpClient, content: string, key: string): Promise<string> {
  const answer = await client.send('POST', '/assets', {
    headers: { 'idempotency-key': key },
    body: formOf({ file: [content, 'a.txt'] }),
  })
  return client.document<{ data: { id: string } }>(answer, 201, 'AssetDocument').data.id
}

export const scopeCases: readonly ContractCase<RightsFixture>[] = [
  {
    name: 'within a scope a user does with the own assets what it could do without',
    async run(fixture) {
      const ann = (await clientsOf(fixture, { scope: own }))('ann')
      const { id, attributes } = await ann.upload('hello')
      const { meta } = await ann.get(id, '?with_meta=1')
      assert.equal(meta?.created_by, 'ann')
      assert.equal((await ann.send('GET', attributes.url)).bytes.toString(), 'hello')
      const data = { type: 'assets', id, attributes: { is_favourite: true } }
      assert.equal((await ann.send('PATCH', `/assets/${id}`, { json: { data } })).status, 200)
      await ann.change('bulk-trash', [id])
      await ann.change('bulk-restore', [id])
      await ann.change('bulk-trash', [id])
      await ann.change('bulk-permanent', [id])
      // Like a retry after a lost answer.
      await ann.change('bulk-permanent', [id])
    },
  },
  {
    name: 'an upload gets the creator of the scope, also where that is another id, or none, than the principal',
    async run(fixture) {
      const scopes = new Map([
        ['ann', 'team'],
        ['bob', 'team'],
        ['eve', null],
      ])
      const clientOf = await clientsOf(fixture, {
        scope: ({ id }) => ({ createdBy: scopes.get(id) ?? null }),
      })
      const [ann, bob, eve] = ['ann', 'bob', 'eve'].map(clientOf)
      assert.ok(ann && bob && eve)
      const { id } = await ann.upload('of the team')
      assert.equal((await bob.get(id, '?with_meta=1')).meta?.created_by, 'team')
      assert.equal(await eve.total(), 0)
      const nobodys = await eve.upload('of nobody')
      assert.equal((await eve.get(nobodys.id, '?with_meta=1')).meta?.created_by, null)
      assert.equal(await bob.total(), 1)
    },
  },
  {
    name: 'the idempotency key of another scope means nothing: neither its assets nor a conflict are answered',
    async run(fixture) {
      let team = 'red'
      const clientOf = await clientsOf(fixture, { scope: async () => ({ createdBy: team }) })
      const [ann, bob] = [clientOf('ann'), clientOf('bob')]
      const first = await uploaded(ann, 'same', 'key-1')
      assert.equal(await uploaded(ann, 'same', 'key-1'), first)
      assert.notEqual(await uploaded(bob, 'same', 'key-1'), first)
      team = 'blue'
      assert.notEqual(await uploaded(ann, 'same', 'key-1'), first)
      assert.equal(await ann.total(), 1)
      assert.notEqual(await uploaded(bob, 'other', 'key-1'), first)
      await ann.refused('GET', `/assets/${first}`, {}, [404, 'asset_not_found'])
    },
  },
  {
    name: '`everything` is the whole tenant; whatever else is no scope is 500, and shows nothing',
    async run(fixture) {
      await filledFor(fixture.store, ['ann', 'bob'], 6)
      const all = await clientsOf(fixture, { scope: () => 'everything' })
      const reported: unknown[] = []
      const given: unknown[] = [
        undefined,
        null,
        true,
        {},
        'all',
        { createdBy: '' },
        { createdBy: 7 },
      ]
      given.push({ createdBy: 'ann', folder: 'x' })
      let next: unknown
      const wrong = await clientsOf(fixture, {
        scope: () => next as never,
        onError: (error) => void reported.push(error),
      })
      assert.ok((await all('eve').total()) > 0)
      for (next of given) {
        await wrong('ann').refused('GET', '/assets', {}, [500, 'internal_error'])
      }
      const thrown = await clientsOf(fixture, {
        scope: () => Promise.reject(new Error('down')),
        onError: (error) => void reported.push(error),
      })
      await thrown('ann').refused('GET', '/assets', {}, [500, 'internal_error'])
      assert.equal(reported.length, given.length + 1)
    },
  },
  {
    name: 'public files are public: no scope is asked for, and anyone with the URL gets them',
    async run(fixture) {
      const clientOf = await clientsOf(fixture, {
        scope: own,
        authorize: () => false,
        access: 'public',
      })
      const { attributes } = await clientOf('ann').upload('for all')
      const answer = await clientOf('bob').send('GET', attributes.url, { key: null })
      assert.deepEqual([answer.status, answer.bytes.toString()], [200, 'for all'])
      assert.match(await seen(clientOf('bob'), 'GET', '/assets'), /^\[200,.*\\"total\\":0/)
    },
  },
]
