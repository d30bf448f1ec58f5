import assert from 'node:assert/strict'
import type { ContractCase } from '../contract/contract.ts'
import { HttpClient } from '../http-contract/http-client.ts'
import { askForKey, keyOf, keysOf } from '../http-contract/key-client.ts'
import { assertNoKeys } from './leak-keys.ts'
import { authenticate, clientsOf, type RightsFixture } from './rights-fixture.ts'

const FORBIDDEN = [403, 'forbidden'] as const

/** API keys in an app with its own login and rights. */
export const keyRightsCases: readonly ContractCase<RightsFixture>[] = [
  {
    name: 'a user of the app who may manage makes keys with no more than it may itself',
    async run(fixture) {
      const clientOf = await clientsOf(fixture, {
        authenticate(request) {
          const user = authenticate(request)
          return user && { ...user, permissions: ['read', 'manage'] }
        },
      })
      const ann = clientOf('ann')
      const { id, attributes } = await keyOf(ann)
      assert.deepEqual([attributes.permissions, attributes.expires_at], [['read'], null])
      assert.deepEqual((await fixture.store.keys.verify(attributes.token))?.id, id)
      const answer = await askForKey(ann, { name: 'x', permissions: ['write'] })
      ann.errors(answer, ...FORBIDDEN)
      assert.equal((await ann.send('DELETE', `/keys/${id}`)).status, 204)
      assert.equal(await fixture.store.keys.verify(attributes.token), null)
      const elsewhere = clientOf('ann__other')
      assert.equal((await keysOf(elsewhere)).meta.total, 0)
      await elsewhere.refused('DELETE', `/keys/${id}`, {}, [404, 'key_not_found'])
    },
  },
  {
    name: 'a user within a scope manages no keys, which would reach beyond it, and leaves those of others alone',
    async run(fixture) {
      const clientOf = await clientsOf(fixture, {
        scope: ({ id }) => (id === 'root' ? 'everything' : { createdBy: id }),
      })
      const [ann, root] = [clientOf('ann'), clientOf('root')]
      const { id } = await keyOf(root, { permissions: ['read', 'manage'] })
      const before = await fixture.store.keys.list()
      await assertNoKeys(ann, id)
      assert.deepEqual(await fixture.store.keys.list(), before)
      const [newest] = (await keysOf(root)).data
      assert.deepEqual([newest?.id, newest?.attributes.revoked_at], [id, null])
    },
  },
  {
    name: 'a user within a scope manages no jobs, which belong to the whole tenant, and leaves those of others alone',
    async run(fixture) {
      const clientOf = await clientsOf(fixture, {
        scope: ({ id }) => (id === 'root' ? 'everything' : { createdBy: id }),
      })
      const [ann, root] = [clientOf('ann'), clientOf('root')]
      const id = await fixture.store.jobs.enqueue('a-kind', null)
      for (const each of [id, '018f0000-0000-7000-8000-000000000000']) {
        await ann.refused('GET', '/jobs', {}, FORBIDDEN)
        await ann.refused('GET', `/jobs?page[after]=${each}`, {}, FORBIDDEN)
        await ann.refused('POST', `/jobs/${each}/retry`, {}, FORBIDDEN)
        await ann.refused('DELETE', `/jobs/${each}`, {}, FORBIDDEN)
      }
      assert.equal((await root.send('DELETE', `/jobs/${id}`)).status, 204)
    },
  },
  {
    name: 'a user within a scope has no webhooks, which would tell of the whole tenant, and leaves those of others alone',
    async run(fixture) {
      const clientOf = await clientsOf(fixture, {
        scope: ({ id }) => (id === 'root' ? 'everything' : { createdBy: id }),
        baseUrl: 'https://media.example',
      })
      const [ann, root] = [clientOf('ann'), clientOf('root')]
      const { webhook } = await fixture.store.webhooks.create({ url: 'https://hooks.example' })
      const json = { data: { type: 'webhooks', attributes: { url: 'https://ann.example' } } }
      await ann.refused('POST', '/webhooks', { json }, FORBIDDEN)
      await ann.refused('GET', '/webhooks', {}, FORBIDDEN)
      for (const each of [webhook.id, '018f0000-0000-7000-8000-000000000000']) {
        const path = `/webhooks/${each}`
        await ann.refused('GET', path, {}, FORBIDDEN)
        await ann.refused('PATCH', path, { json: {} }, FORBIDDEN)
        await ann.refused('DELETE', path, {}, FORBIDDEN)
        await ann.refused('POST', `${path}/rotate`, {}, FORBIDDEN)
        await ann.refused('POST', `${path}/ping`, {}, FORBIDDEN)
        await ann.refused('POST', `${path}/replay`, { json: {} }, FORBIDDEN)
        await ann.refused('GET', `${path}/deliveries`, {}, FORBIDDEN)
        await ann.refused('POST', `${path}/deliveries/${each}/retry`, {}, FORBIDDEN)
      }
      assert.deepEqual(await fixture.store.webhooks.get(webhook.id), webhook)
      assert.equal((await root.send('DELETE', `/webhooks/${webhook.id}`)).status, 204)
    },
  },
  {
    name: 'a key that the app itself limits makes keys within that limit',
    async run(fixture) {
      const { store } = fixture
      const permissions = ['read', 'write', 'delete', 'manage'] as const
      const { key, token } = await store.keys.create({ name: 'maker', permissions })
      const clientOf = await clientsOf(fixture, {
        authenticate: () => ({
          kind: 'key',
          id: key.id,
          tenant: 'default',
          permissions: ['read', 'manage'],
        }),
      })
      const client = clientOf(token)
      client.errors(await askForKey(client, { name: 'x', permissions }), ...FORBIDDEN)
      assert.deepEqual((await keyOf(client)).attributes.permissions, ['read'])
      await store.keys.revoke(key.id)
      const before = await store.keys.list()
      client.errors(await askForKey(client, { name: 'x' }), 401, 'unauthenticated')
      assert.deepEqual(await store.keys.list(), before)
    },
  },
  {
    name: 'a cookie makes and revokes no key for another site',
    async run(fixture) {
      const address = await fixture.serve({
        authenticate({ headers }) {
          if (headers.cookie !== 'user=ann') return null
          const permissions = ['read', 'manage'] as const
          return { kind: 'external', id: 'ann', tenant: 'default', permissions, ambient: true }
        },
      })
      const client = new HttpClient({ ...address, key: '' }, '')
      const { key } = await fixture.store.keys.create({ name: 'kept' })
      const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
      const json = { data: { type: 'api-keys', attributes: { name: 'x' } } }
      for (const from of [foreign, {}]) {
        const headers = { cookie: 'user=ann', ...from }
        const refused = [403, 'cross_origin'] as const
        await client.refused('POST', '/keys', { key: null, headers, json }, refused)
        await client.refused('DELETE', `/keys/${key.id}`, { key: null, headers }, refused)
      }
      const headers = { cookie: 'user=ann', 'sec-fetch-site': 'same-origin' }
      const made = await client.send('POST', '/keys', { key: null, headers, json })
      assert.equal(made.status, 201)
      const keys = (await fixture.store.keys.list()).slice(-2)
      assert.deepEqual(
        keys.map(({ name, revokedAt }) => [name, revokedAt]),
        [
          ['kept', null],
          ['x', null],
        ],
      )
    },
  },
]
