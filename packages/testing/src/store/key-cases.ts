import assert from 'node:assert/strict'
import type { Principal } from '@stowage/core'
import type { ContractCase } from '../contract/contract.ts'
import type { StoreFixture } from './store-fixture.ts'

async function principalOf({ store }: StoreFixture): Promise<Principal> {
  const { token } = await store.keys.create({ name: 'uploader' })
  const principal = await store.keys.verify(token)
  assert.ok(principal)
  return principal
}

export const keyCases: readonly ContractCase<StoreFixture>[] = [
  {
    name: 'a key verifies as its principal, from any view of the store',
    async run({ store }) {
      const tenant = store.for({ tenant: 'acme' })
      const { key, token } = await tenant.keys.create({ name: 'ci', permissions: ['read'] })
      assert.deepEqual(await store.keys.verify(token), {
        kind: 'key',
        id: key.id,
        tenant: 'acme',
        permissions: ['read'],
      })
      assert.equal(JSON.stringify(await tenant.keys.list()).includes(token), false)
      assert.deepEqual(await store.keys.list(), [])
    },
  },
  {
    name: 'unknown, malformed, expired and revoked tokens verify as null',
    async run({ store }) {
      const { key, token } = await store.keys.create({ name: 'short-lived' })
      const expired = await store.keys.create({ name: 'old', expiresAt: new Date(0) })
      const { token: foreign } = await store.for({ tenant: 'x' }).keys.create({ name: 'other' })
      assert.ok(await store.keys.verify(foreign))
      await store.keys.revoke(key.id)
      for (const refused of ['', 'stw_x', token, expired.token, `${token.slice(0, -1)}!`]) {
        assert.equal(await store.keys.verify(refused), null)
      }
    },
  },
  {
    name: 'revoke is idempotent and reaches only keys of its tenant',
    async run({ store }) {
      const { key } = await store.keys.create({ name: 'k' })
      await assert.rejects(store.for({ tenant: 'x' }).keys.revoke(key.id), {
        code: 'key_not_found',
      })
      const first = await store.keys.revoke(key.id)
      const second = await store.keys.revoke(key.id)
      assert.equal(second.revokedAt, first.revokedAt)
      assert.ok(first.revokedAt)
    },
  },
  {
    name: 'keys.create refuses what makes no key',
    async run({ store }) {
      await assert.rejects(store.keys.create({ name: '' }), { code: 'invalid_argument' })
      for (const permissions of [[], Array(2)]) {
        const created = store.keys.create({ name: 'k', permissions })
        await assert.rejects(created, { code: 'invalid_argument' })
      }
      for (const expiresAt of ['tomorrow', '2030-02-30', '2030-04-31T00:00:00Z', '2030']) {
        const created = store.keys.create({ name: 'k', expiresAt })
        await assert.rejects(created, { code: 'invalid_argument' })
      }
    },
  },
  {
    name: 'a key has read, write and delete unless it is made with others; only then may it manage',
    async run({ store }) {
      const { key } = await store.keys.create({ name: 'plain' })
      assert.deepEqual(key.permissions, ['read', 'write', 'delete'])
      const { token } = await store.keys.create({ name: 'k', permissions: ['manage', 'read'] })
      assert.deepEqual((await store.keys.verify(token))?.permissions, ['read', 'manage'])
      const wrong = ['admin'] as unknown as ['read']
      await assert.rejects(store.keys.create({ name: 'k', permissions: wrong }), {
        code: 'invalid_argument',
      })
    },
  },
  {
    name: 'a key that is made for a principal has no more than it has, and lasts no longer than its key',
    async run({ store }) {
      const end = new Date('2099-01-01T00:00:00Z')
      const permissions = ['read', 'manage'] as const
      const made = await store.keys.create({ name: 'maker', permissions, expiresAt: end })
      const principal = (await store.keys.verify(made.token)) ?? assert.fail()
      const make = async (options: object) =>
        (await store.keys.create({ name: 'k', principal, ...options })).key
      const plain = await make({})
      assert.deepEqual([plain.permissions, plain.expiresAt], [['read'], made.key.expiresAt])
      const { expiresAt } = made.key
      assert.deepEqual((await make({ permissions, expiresAt })).permissions, permissions)
      for (const [of, options] of [
        ['permissions', { permissions: ['read', 'write'] }],
        ['permissions', { permissions: ['delete'] }],
        ['expiresAt', { expiresAt: null }],
        ['expiresAt', { expiresAt: new Date(end.getTime() + 1) }],
      ] as const) {
        await assert.rejects(make(options), { code: 'exceeds_maker', context: { of } })
      }
      const user = { ...principal, kind: 'external', id: 'ann' } as const
      assert.equal((await make({ principal: user })).expiresAt, null)
      const nobody = { ...user, permissions: ['manage'] } as const
      await assert.rejects(make({ principal: nobody }), { code: 'exceeds_maker' })
      await assert.rejects(store.for({ tenant: 'x' }).keys.create({ name: 'k', principal }), {
        code: 'invalid_argument',
      })
      await store.keys.revoke(made.key.id)
      await assert.rejects(make({}), { code: 'key_revoked' })
    },
  },
  {
    name: 'keys.page gives the keys newest first, with the exact total',
    async run({ store }) {
      const made: string[] = []
      for (const name of ['a', 'b', 'c']) {
        made.unshift((await store.keys.create({ name })).key.id)
      }
      const { keys, ...facts } = await store.keys.page({ page: 2, perPage: 2 })
      assert.deepEqual(facts, { page: 2, perPage: 2, total: 3, lastPage: 2 })
      assert.deepEqual(
        keys.map(({ id }) => id),
        made.slice(2),
      )
      assert.equal(JSON.stringify(await store.keys.page()).includes('secretHash'), false)
      await assert.rejects(store.keys.page({ perPage: 101 }), { code: 'invalid_argument' })
    },
  },
  {
    name: 'an upload keeps the id of its principal',
    async run(fixture) {
      const principal = await principalOf(fixture)
      const asset = await fixture.store.upload(new Uint8Array([1]), { principal })
      assert.equal(asset.createdBy, principal.id)
      await assert.rejects(
        fixture.store.for({ tenant: 'other' }).upload(new Uint8Array([1]), { principal }),
        { code: 'invalid_argument' },
      )
    },
  },
  {
    name: 'a key revoked while its upload runs stores nothing',
    async run(fixture) {
      const { store, countBlobs } = fixture
      const principal = await principalOf(fixture)
      async function* slow() {
        yield new Uint8Array([1])
        await store.keys.revoke(principal.id)
        yield new Uint8Array([2])
      }
      await assert.rejects(store.upload(slow(), { principal }), { code: 'key_revoked' })
      assert.equal((await store.list()).total, 0)
      assert.equal(await countBlobs(), 0)
    },
  },
]
