import assert from 'node:assert/strict'
import type { ContractCase } from '../../contract/contract.ts'
import { at, newKey, refuses } from '../fixture.ts'
import type { MetadataFixture } from '../metadata-fixture.ts'

export const keyCases: readonly ContractCase<MetadataFixture>[] = [
  {
    name: 'getKey gives a created key back with the time of the database, and null for an unknown one',
    async run({ metadata, clock }) {
      const plain = newKey({ permissions: ['read', 'manage'] })
      const full = newKey({
        lastUsedAt: at(1),
        expiresAt: at(2),
        revokedAt: at(3),
        tenant: 'other',
      })
      await metadata.apiKeys.create(plain)
      await metadata.apiKeys.create(full)
      assert.deepEqual(await metadata.apiKeys.get(plain.id), { key: plain, now: at(0) })
      clock.set(9)
      assert.deepEqual(await metadata.apiKeys.get(full.id), { key: full, now: at(9) })
      assert.equal(await metadata.apiKeys.get('unknown'), null)
    },
  },
  {
    name: 'createKey is refused for an id that exists, in any tenant',
    async run({ metadata }) {
      const key = newKey()
      await metadata.apiKeys.create(key)
      await refuses(
        metadata.apiKeys.create(newKey({ id: key.id, tenant: 'other' })),
        'invalid_argument',
      )
      assert.deepEqual((await metadata.apiKeys.get(key.id))?.key, key)
    },
  },
  {
    name: 'listKeys gives all keys of the tenant, revoked ones too, oldest first',
    async run({ metadata }) {
      const second = newKey({ createdAt: at(2), revokedAt: at(3) })
      const first = newKey({ createdAt: at(1) })
      const theirs = newKey({ tenant: 'other' })
      for (const key of [second, first, theirs]) await metadata.apiKeys.create(key)
      assert.deepEqual(await metadata.apiKeys.list('default'), [first, second])
      assert.deepEqual(await metadata.apiKeys.list('unknown'), [])
    },
  },
  {
    name: 'pageOfKeys gives a part of the keys of the tenant, newest first, and how many there are',
    async run({ metadata }) {
      const keys = [1, 2, 2, 3].map((time) => newKey({ createdAt: at(time) }))
      const [first, second, third, fourth] = keys.map(({ id }) => id)
      for (const key of keys) await metadata.apiKeys.create(key)
      await metadata.apiKeys.create(newKey({ tenant: 'other' }))
      await metadata.apiKeys.update({
        tenant: 'default',
        id: first ?? '',
        changes: { revokedAt: at(5) },
      })
      const page = async (offset: number, limit: number, tenant = 'default') => {
        const { keys, total } = await metadata.apiKeys.page({ tenant, offset, limit })
        return [keys.map(({ id }) => id), total]
      }
      assert.deepEqual(await page(0, 100), [[fourth, third, second, first], 4])
      assert.deepEqual(await page(0, 3), [[fourth, third, second], 4])
      assert.deepEqual(await page(3, 3), [[first], 4])
      assert.deepEqual(await page(4, 3), [[], 4])
      assert.deepEqual(await page(Number.MAX_SAFE_INTEGER, 3), [[], 4])
      assert.deepEqual(await page(0, 3, 'unknown'), [[], 0])
      const { keys: shown } = await metadata.apiKeys.page({
        tenant: 'default',
        offset: 0,
        limit: 1,
      })
      assert.deepEqual(shown, [keys[3]])
    },
  },
  {
    name: 'createKey is refused above the limit of unrevoked keys of the tenant, expired ones included',
    async run({ metadata }) {
      const [kept, expired, revoked] = [
        newKey(),
        newKey({ expiresAt: at(-1) }),
        newKey({ revokedAt: at(1) }),
      ]
      for (const key of [kept, expired, revoked]) await metadata.apiKeys.create(key)
      const create = (limit: number, overrides = {}) =>
        metadata.apiKeys.create(newKey(overrides), { limit })
      await refuses(create(2), 'too_many_keys')
      await create(1, { tenant: 'other' })
      await create(3)
      await refuses(create(3), 'too_many_keys')
      const changes = { revokedAt: at(2) }
      await metadata.apiKeys.update({ tenant: 'default', id: expired.id, changes })
      await create(3)
      assert.equal((await metadata.apiKeys.list('default')).length, 5)
      assert.equal((await metadata.apiKeys.list('other')).length, 1)
    },
  },
  {
    name: 'createKey is refused when the key that makes it is unknown, revoked or expired',
    async run({ metadata, clock }) {
      const maker = newKey({ expiresAt: at(9) })
      await metadata.apiKeys.create(maker)
      const create = (makerId: string) => metadata.apiKeys.create(newKey(), { makerId })
      await create(maker.id)
      await refuses(create('unknown'), 'key_revoked')
      clock.set(9)
      await refuses(create(maker.id), 'key_revoked')
      clock.set(0)
      const changes = { revokedAt: at(0) }
      await metadata.apiKeys.update({ tenant: 'default', id: maker.id, changes })
      await refuses(create(maker.id), 'key_revoked')
      assert.equal((await metadata.apiKeys.list('default')).length, 2)
    },
  },
  {
    name: 'updateKey sets revokedAt once, and lastUsedAt each time',
    async run({ metadata }) {
      const key = newKey()
      await metadata.apiKeys.create(key)
      const update = (changes: object) =>
        metadata.apiKeys.update({ tenant: 'default', id: key.id, changes })
      assert.deepEqual(await update({ lastUsedAt: at(1) }), { ...key, lastUsedAt: at(1) })
      assert.deepEqual(await update({ revokedAt: at(2) }), {
        ...key,
        lastUsedAt: at(1),
        revokedAt: at(2),
      })
      const changed = { ...key, lastUsedAt: at(4), revokedAt: at(2) }
      assert.deepEqual(await update({ revokedAt: at(3), lastUsedAt: at(4) }), changed)
      assert.deepEqual((await metadata.apiKeys.get(key.id))?.key, changed)
    },
  },
  {
    name: 'updateKey does not find unknown keys and those of another tenant',
    async run({ metadata }) {
      const theirs = newKey({ tenant: 'other' })
      await metadata.apiKeys.create(theirs)
      for (const id of [theirs.id, 'unknown']) {
        await refuses(
          metadata.apiKeys.update({ tenant: 'default', id, changes: { revokedAt: at(1) } }),
          'key_not_found',
        )
      }
      assert.deepEqual((await metadata.apiKeys.get(theirs.id))?.key, theirs)
    },
  },
]
