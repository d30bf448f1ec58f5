import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { AssetAction, AssetResource, Authorization } from '@stowage/api'
import type { ContractCase } from '../contract/contract.ts'
import { formOf, type HttpClient } from '../http-contract/http-client.ts'
import { assertUnknown } from './leak-checker.ts'
import { filledFor } from './leak-facts.ts'
import { clientsOf, type RightsFixture } from './rights-fixture.ts'

type Call = Parameters<HttpClient['send']>

/** Each route that names assets, by its action. */
function routesOf(id: string, url: string): Readonly<Record<AssetAction, Call>> {
  const json = { asset_ids: [id] }
  const data = { type: 'assets', id, attributes: { is_favourite: true } }
  return {
    get: ['GET', `/assets/${id}`],
    content: ['GET', url],
    download: ['HEAD', url.replace(/content$/, 'download')],
    update: ['PATCH', `/assets/${id}`, { json: { data } }],
    trash: ['POST', '/assets/bulk-trash', { json }],
    restore: ['POST', '/assets/bulk-restore', { json }],
    move: ['POST', '/assets/bulk-move', { json: { ...json, folder_id: null } }],
    tag: ['POST', '/assets/bulk-tag', { json: { ...json, add: ['x'] } }],
    purge: ['DELETE', '/assets/bulk-permanent', { json }],
  }
}

export const authorizeCases: readonly ContractCase<RightsFixture>[] = [
  {
    name: 'authorize is asked with principal, action and asset, once for each route that names the asset',
    async run(fixture) {
      const asked: string[] = []
      const clientOf = await clientsOf(fixture, {
        async authorize(principal, action, asset) {
          asked.push(`${principal.kind} ${principal.id} ${action} ${asset.id}`)
          return true
        },
      })
      const ann = clientOf('ann')
      const { id, attributes } = await ann.upload('x')
      await ann.list()
      assert.deepEqual(asked, [])
      for (const [action, call] of Object.entries(routesOf(id, attributes.url))) {
        if (action === 'purge') await fixture.store.trash(id)
        const { status } = await ann.send(...call)
        assert.ok(status === 200 || status === 204, `${action}: ${status}`)
        assert.equal(asked.pop(), `external ann ${action} ${id}`)
        assert.deepEqual(asked, [])
      }
    },
  },
  {
    name: 'false is 403, a reason is 403 with it as its detail, and nothing happens',
    async run(fixture) {
      let answer: Authorization = true
      const ann = (await clientsOf(fixture, { authorize: () => answer }))('ann')
      const { id, attributes } = await ann.upload('x')
      for (const given of [false, { reason: 'This album is locked.' }]) {
        answer = given
        for (const call of Object.values(routesOf(id, attributes.url))) {
          const refusal = await ann.send(...call)
          assert.equal(refusal.status, 403)
          if (call[0] === 'HEAD') continue
          const [error] = ann.errors(refusal, 403, 'forbidden')
          if (typeof given === 'object') assert.equal(error?.detail, given.reason)
        }
      }
      const asset = await fixture.store.get(id)
      assert.equal(asset.isFavourite, false)
    },
  },
  {
    name: 'to replace a file is an update; to copy it one must be allowed to get, see and download it',
    async run(fixture) {
      const asked: string[] = []
      const refused = new Set<AssetAction>()
      const ann = (
        await clientsOf(fixture, {
          authorize(_who, action, { name }) {
            asked.push(`${action} ${name}`)
            return !refused.has(action)
          },
        })
      )('ann')
      const { id, attributes } = await ann.upload('x', 'x.txt')
      const calls: readonly (readonly [number, readonly AssetAction[], Call])[] = [
        [200, ['update'], ['PUT', `/assets/${id}/content`, { body: 'y' }]],
        [201, ['get', 'content', 'download'], ['POST', `/assets/${id}/copy`]],
      ]
      for (const [status, actions, call] of calls) {
        for (const action of actions) {
          refused.add(action)
          const [method, path, sending = {}] = call
          await ann.refused(method, path, sending, [403, 'forbidden'])
          refused.clear()
        }
        asked.length = 0
        assert.equal((await ann.send(...call)).status, status)
        assert.deepEqual(
          asked,
          actions.map((action) => `${action} x.txt`),
        )
      }
      assert.equal((await ann.send('GET', attributes.url)).bytes.toString(), 'y')
      assert.equal(await ann.total(), 2)
    },
  },
  {
    name: 'unknown answers exactly as an asset that does not exist, on every route and in every mixture of a bulk verb',
    async run(fixture) {
      const { store } = fixture
      const facts = await filledFor(store, ['ann', 'bob'], 60)
      const clientOf = await clientsOf(fixture, {
        authorize: ({ id }, _action, { createdBy }) => (createdBy === id ? true : 'unknown'),
      })
      const [mine] = facts.filter(
        ({ asset, state }) => asset.createdBy === 'ann' && state === 'active',
      )
      assert.ok(mine)
      for (const state of ['active', 'trashed'] as const) {
        const [foreign] = facts.filter(
          (fact) => fact.asset.createdBy === 'bob' && fact.state === state,
        )
        assert.ok(foreign)
        await assertUnknown(clientOf('ann'), foreign, mine)
      }
    },
  },
  {
    name: 'a bulk verb is all or nothing: 403 points to each forbidden asset, before any that is unknown',
    async run(fixture) {
      const locked = new Set<string>()
      const ann = (
        await clientsOf(fixture, { authorize: (_who, _action, { id }) => !locked.has(id) })
      )('ann')
      const assets = await fixture.store.uploadMany(
        ['a', 'b', 'c'].map((text) => ({ source: Buffer.from(text), name: text })),
      )
      const ids = assets.map(({ id }) => id)
      locked.add(ids[0] ?? '').add(ids[2] ?? '')
      const json = { asset_ids: [randomUUID(), ...ids] }
      const errors = await ann.refused('POST', '/assets/bulk-trash', { json }, [403, 'forbidden'])
      assert.deepEqual(
        errors.map(({ source }) => source),
        [{ pointer: '/asset_ids/1' }, { pointer: '/asset_ids/3' }],
      )
      assert.equal(await ann.total(), 3)
      await ann.change('bulk-trash', [ids[1] ?? ''])
      assert.equal(await ann.total(), 2)
    },
  },
  {
    name: 'a bulk verb by a filter asks about each asset before it changes the first',
    async run(fixture) {
      const { store } = fixture
      const locked = new Map<string, Authorization>()
      const asked: string[] = []
      const ann = (
        await clientsOf(fixture, {
          authorize(_who, action, { id, name }) {
            asked.push(`${action} ${name}`)
            return locked.get(id) ?? true
          },
        })
      )('ann')
      const assets = await store.uploadMany(
        ['a', 'b', 'c'].map((text) => ({ source: Buffer.from(text), name: text })),
      )
      const last = assets[0]?.id ?? ''
      const verbs = {
        trash: ['trash', {}],
        move: ['move', { folder_id: null }],
        tag: ['tag', { add: ['x'] }],
        favourite: ['update', { is_favourite: true }],
      } as const
      const send = (verb: string, into: object, expected = 3) =>
        ann.send('POST', `/assets/bulk-${verb}`, { json: { filter: {}, expected, ...into } })
      for (const [verb, [action, into]] of Object.entries(verbs)) {
        locked.set(last, { reason: 'This album is locked.' })
        const [error] = ann.errors(await send(verb, into), 403, 'forbidden')
        assert.equal(error?.detail, 'This album is locked.')
        locked.set(last, 'unknown')
        ann.errors(await send(verb, into), 404, 'asset_not_found')
        ann.errors(await send(verb, into, 2), 409, 'count_changed')
        for (const { id } of assets) {
          const { trashedAt, tags, isFavourite } = await store.get(id, { trashed: 'include' })
          assert.deepEqual([trashedAt, tags, isFavourite], [null, [], false], verb)
        }
        assert.deepEqual([...new Set(asked.splice(0))].toSorted(), [
          `${action} a`,
          `${action} b`,
          `${action} c`,
        ])
      }
      locked.clear()
      assert.equal((await send('trash', {})).status, 204)
      assert.equal((await store.list({ trashed: true })).total, 3)
      assert.equal((await send('restore', {})).status, 204)
      assert.ok(asked.includes('restore a'))
    },
  },
  {
    name: 'sign gives URLs only of assets whose content and download are both allowed',
    async run(fixture) {
      const asked: string[] = []
      const refused: Partial<Record<AssetAction, Authorization>> = {}
      const clientOf = await clientsOf(fixture, {
        authorize(_who, action, { name }) {
          asked.push(`${action} ${name}`)
          return name === 'locked.txt' ? (refused[action] ?? true) : true
        },
      })
      const ann = clientOf('ann')
      const { id } = await ann.upload('x', 'locked.txt')
      await ann.upload('x', 'open.txt')
      const query = '?sign=60'
      const shown = async (path: string, sending: Parameters<HttpClient['send']>[2] = {}) => {
        const method = sending.body === undefined ? 'GET' : 'POST'
        const { status, bytes } = await ann.send(method, `${path}${query}`, sending)
        assert.ok(status === 200 || status === 201, bytes.toString())
        const { data } = JSON.parse(bytes.toString()) as {
          data: AssetResource | readonly AssetResource[]
        }
        return [data]
          .flat()
          .map(({ attributes: { name }, meta }) => [name, meta?.signed !== undefined])
      }
      await ann.list()
      assert.deepEqual(asked, [])
      for (const answers of [
        { content: false },
        { download: false },
        { content: 'unknown' },
        { download: { reason: 'Locked.' } },
        { content: true, download: true },
      ] as const) {
        Object.assign(refused, { content: true, download: true }, answers)
        const isSigned = Object.values(answers).every((answer) => answer === true)
        const locked = ['locked.txt', isSigned]
        assert.deepEqual(await shown(`/assets/${id}`), [locked])
        const form = formOf({ file: ['y', 'locked.txt'] })
        assert.deepEqual(await shown('/assets', { body: form }), [locked])
        const many = formOf({ 'files[]': ['y', 'locked.txt'] })
        many.append('files[]', new File(['z'], 'open.txt'))
        const both = [locked, ['open.txt', true]]
        assert.deepEqual(await shown('/assets/bulk-upload', { body: many }), both)
        for (const [name, signed] of await shown('/assets')) {
          assert.equal(signed, name === 'open.txt' || isSigned)
        }
      }
      Object.assign(refused, { content: false })
      const { meta } = await ann.get(id, `${query}&with_meta=1`)
      assert.equal(meta?.signed, undefined)
      assert.equal(meta?.created_by, 'ann')
      assert.equal((await ann.get(id, query)).meta, undefined)
    },
  },
  {
    name: 'what authorize throws, or returns beside its answers, is 500 and never lets a request pass',
    async run(fixture) {
      const reported: unknown[] = []
      let next: () => unknown = () => true
      const ann = (
        await clientsOf(fixture, {
          authorize: () => next() as Authorization,
          onError: (error) => void reported.push(error),
        })
      )('ann')
      const { id, attributes } = await ann.upload('x')
      const wrong = [undefined, null, 1, 'yes', '', {}, { reason: '' }, { reason: 7 }, []]
      const answers = [
        ...wrong.map((value) => () => value),
        () => Promise.reject(new Error('down')),
        () => {
          throw new Error('down')
        },
      ]
      for (next of answers) {
        for (const call of Object.values(routesOf(id, attributes.url))) {
          assert.equal((await ann.send(...call)).status, 500)
        }
        assert.equal((await ann.send('GET', '/assets?sign=60')).status, 500)
      }
      assert.equal(reported.length, answers.length * 10)
      assert.equal((await fixture.store.get(id)).isFavourite, false)
    },
  },
]
