import assert from 'node:assert/strict'
import type { UsageResource } from '@stowage/api'
import type { ContractCase } from '../contract/contract.ts'
import type { HttpFixture } from '../http/http-fixture.ts'
import { HttpClient } from './http-client.ts'
import { askForKey, EVERY_PERMISSION, idOf, keyOf, keysOf, managerOf } from './key-client.ts'

const FORBIDDEN = [403, 'forbidden'] as const
const NOT_FOUND = [404, 'key_not_found'] as const
const UNAUTHENTICATED = [401, 'unauthenticated'] as const

/** API keys, created, listed and revoked over HTTP. */
export const keyCases: readonly ContractCase<HttpFixture>[] = [
  {
    name: 'a key is made, used, listed without its token, and revoked for good',
    needs: ['issueKey'],
    async run(fixture) {
      const manager = await managerOf(fixture)
      const { id, attributes } = await keyOf(manager, { name: 'website' })
      const { token, ...shown } = attributes
      const { created_at, ...rest } = shown
      assert.deepEqual(rest, {
        name: 'website',
        permissions: ['read', 'write', 'delete'],
        last_used_at: null,
        expires_at: null,
        revoked_at: null,
      })
      assert.match(created_at, /\.\d{6}Z$/)
      const user = new HttpClient(fixture, token)
      await user.upload('by the new key')
      const { data, meta } = await keysOf(manager)
      assert.deepEqual(
        data.map((key) => key.id),
        [id, idOf(manager)],
      )
      assert.equal(meta.total, 2)
      assert.ok(data.every((key) => !('token' in key.attributes)))
      assert.equal((await manager.send('DELETE', `/keys/${id}`)).status, 204)
      await user.refused('GET', '/assets', {}, UNAUTHENTICATED)
      const [revoked] = (await keysOf(manager)).data
      assert.notEqual(revoked?.attributes.revoked_at, null)
      assert.equal((await manager.send('DELETE', `/keys/${id}`)).status, 204)
      const [again] = (await keysOf(manager)).data
      assert.equal(again?.attributes.revoked_at, revoked?.attributes.revoked_at)
    },
  },
  {
    name: 'no answer but that which makes a key has its token, or what is stored of it',
    needs: ['issueKey'],
    async run(fixture) {
      const manager = await managerOf(fixture)
      const { id, attributes } = await keyOf(manager)
      const [, , secret = ''] = attributes.token.split('_')
      for (const [method, path] of [
        ['GET', '/keys'],
        ['GET', '/keys?page=1&per_page=1'],
        ['GET', '/usage?with_meta=1'],
        ['DELETE', `/keys/${id}`],
        ['GET', '/keys'],
      ] as const) {
        const text = (await manager.send(method, path)).bytes.toString()
        assert.ok(!text.includes(secret) && !/hash/i.test(text), `${method} ${path}`)
      }
    },
  },
  {
    name: 'without the permission `manage` every route of keys is 403, before the body is looked at',
    needs: ['issueKey'],
    async run(fixture) {
      const plain = await managerOf(fixture, { permissions: ['read', 'write', 'delete'] })
      const id = idOf(plain)
      for (const [method, path, sending] of [
        ['GET', '/keys', {}],
        ['HEAD', '/keys', {}],
        ['POST', '/keys', { json: { data: { type: 'api-keys', attributes: { name: 'x' } } } }],
        ['POST', '/keys', { body: 'no JSON' }],
        ['DELETE', `/keys/${id}`, {}],
        ['DELETE', '/keys/unknown', {}],
      ] as const) {
        const { status } = await plain.send(method, path, sending)
        assert.equal(status, 403, `${method} ${path}`)
      }
      await plain.refused('GET', '/keys', {}, FORBIDDEN)
      await plain.list()
    },
  },
  {
    name: 'a key that may manage and nothing else reaches no asset, and can make no key that does',
    needs: ['issueKey'],
    async run(fixture) {
      const manager = await managerOf(fixture, { permissions: ['manage'] })
      for (const path of ['/assets', '/folders', '/usage']) {
        await manager.refused('GET', path, {}, FORBIDDEN)
      }
      manager.errors(await askForKey(manager, { name: 'x' }), ...FORBIDDEN)
      assert.equal((await keysOf(manager)).meta.total, 1)
      const { attributes } = await keyOf(manager, { permissions: ['manage'] })
      assert.deepEqual(attributes.permissions, ['manage'])
    },
  },
  {
    name: 'no key is made with a permission that its maker lacks; by default it has those that the maker has',
    needs: ['issueKey'],
    async run(fixture) {
      const manager = await managerOf(fixture, { permissions: ['read', 'manage'] })
      assert.deepEqual((await keyOf(manager)).attributes.permissions, ['read'])
      for (const permissions of [['write'], ['read', 'delete'], EVERY_PERMISSION]) {
        const answer = await askForKey(manager, { name: 'x', permissions })
        const [error] = manager.errors(answer, ...FORBIDDEN)
        assert.deepEqual(error?.source, { pointer: '/data/attributes/permissions' })
      }
      const { attributes } = await keyOf(manager, { permissions: ['manage', 'read', 'read'] })
      assert.deepEqual(attributes.permissions, ['read', 'manage'])
      // Nor may a key that was created this way.
      const second = new HttpClient(fixture, attributes.token)
      const answer = await askForKey(second, { name: 'x', permissions: ['write'] })
      second.errors(answer, ...FORBIDDEN)
      assert.equal((await keysOf(manager)).meta.total, 3)
    },
  },
  {
    name: 'no key is made that outlasts the key of its maker; by default it ends with it',
    needs: ['issueKey'],
    async run(fixture) {
      const manager = await managerOf(fixture, { expiresAt: new Date('2099-01-01T00:00:00Z') })
      const end = '2099-01-01T00:00:00.000000Z'
      assert.equal((await keyOf(manager)).attributes.expires_at, end)
      assert.equal((await keyOf(manager, { expires_at: end })).attributes.expires_at, end)
      const { attributes } = await keyOf(manager, { expires_at: '2098-12-31T23:00:00-01:00' })
      assert.equal(attributes.expires_at, end)
      for (const expires_at of [null, '2099-01-01T00:00:00.001Z', '2098-12-31T23:59:59-01:00']) {
        const answer = await askForKey(manager, { name: 'x', expires_at })
        const [error] = manager.errors(answer, ...FORBIDDEN)
        assert.deepEqual(error?.source, { pointer: '/data/attributes/expires_at' })
      }
      const unlimited = await managerOf(fixture)
      assert.equal((await keyOf(unlimited)).attributes.expires_at, null)
      assert.equal((await keyOf(unlimited, { expires_at: null })).attributes.expires_at, null)
      assert.equal((await keysOf(manager)).meta.total, 4)
    },
  },
  {
    name: 'a key that is revoked makes no key, lists none and revokes none',
    needs: ['issueKey', 'revokeKey'],
    async run(fixture) {
      const manager = await managerOf(fixture)
      const { id } = await keyOf(manager)
      await fixture.revokeKey?.(manager.key)
      await manager.refused('GET', '/keys', {}, UNAUTHENTICATED)
      manager.errors(await askForKey(manager, { name: 'x' }), ...UNAUTHENTICATED)
      await manager.refused('DELETE', `/keys/${id}`, {}, UNAUTHENTICATED)
    },
  },
  {
    name: 'a key can end itself, and change nothing else of itself or of another',
    needs: ['issueKey'],
    async run(fixture) {
      const manager = await managerOf(fixture)
      const { id } = await keyOf(manager)
      for (const own of [id, idOf(manager)]) {
        for (const method of ['GET', 'PUT', 'PATCH', 'POST']) {
          const json = { data: { type: 'api-keys', id: own, attributes: { name: 'x' } } }
          const sending = method === 'GET' ? {} : { json }
          await manager.refused(method, `/keys/${own}`, sending, [405, 'method_not_allowed'])
        }
      }
      assert.equal((await manager.send('DELETE', `/keys/${idOf(manager)}`)).status, 204)
      await manager.refused('GET', '/keys', {}, UNAUTHENTICATED)
    },
  },
  {
    name: 'keys of another tenant answer like keys that do not exist, and are not listed',
    needs: ['issueKey'],
    async run(fixture) {
      const [one, other] = [await managerOf(fixture), await managerOf(fixture)]
      const { id, attributes } = await keyOf(one)
      const seen = async (path: string) => {
        const headers = { 'x-request-id': 'same' }
        const { status, bytes } = await other.send('DELETE', path, { headers })
        return [status, bytes.toString()]
      }
      await other.refused('DELETE', `/keys/${id}`, {}, NOT_FOUND)
      const strange = await seen(`/keys/${id}`)
      for (const unknown of ['000000000000', 'x', 'ä', '%00', `${id}0`, id.toLowerCase()]) {
        if (unknown !== id) assert.deepEqual(await seen(`/keys/${encodeURI(unknown)}`), strange)
      }
      assert.deepEqual(
        (await keysOf(other)).data.map((key) => key.id),
        [idOf(other)],
      )
      assert.equal((await new HttpClient(fixture, attributes.token).list()).meta.total, 0)
    },
  },
  {
    name: 'keys are listed newest first, page by page',
    needs: ['issueKey'],
    async run(fixture) {
      const manager = await managerOf(fixture)
      const made = [idOf(manager)]
      for (const name of ['a', 'b', 'c', 'd']) made.unshift((await keyOf(manager, { name })).id)
      const seen: string[] = []
      let url: string | null = '?per_page=2'
      while (url !== null) {
        const { data, links, meta } = await keysOf(manager, url)
        assert.deepEqual([meta.total, meta.last_page, meta.per_page], [5, 3, 2])
        seen.push(...data.map(({ id }) => id))
        url = links.next
      }
      assert.deepEqual(seen, made)
      const { data, meta, links } = await keysOf(manager, '?page=9')
      assert.deepEqual([data, meta.total, meta.from, links.next], [[], 5, null, null])
      for (const query of ['per_page=101', 'page=0', 'filter[name]=a', 'sort=name', 'q=a']) {
        await manager.refused('GET', `/keys?${query}`, {}, [400, 'invalid_parameter'])
      }
    },
  },
  {
    name: 'usage with with_meta=1 tells what the caller may do',
    needs: ['issueKey'],
    async run(fixture) {
      const allowed = async (query: string, permissions = EVERY_PERMISSION) => {
        const client = await managerOf(fixture, { permissions })
        const answer = await client.send('GET', `/usage${query}`)
        return client.document<{ data: UsageResource }>(answer, 200, 'UsageDocument').data.meta
          ?.permissions
      }
      assert.equal(await allowed(''), undefined)
      assert.deepEqual(await allowed('?with_meta=1'), EVERY_PERMISSION)
      assert.deepEqual(await allowed('?with_meta=1', ['read']), ['read'])
    },
  },
]
