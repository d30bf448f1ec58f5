import assert from 'node:assert/strict'
import type { ContractCase } from '../contract.ts'
import { at, newKey, refuses } from './fixture.ts'
import type { MetadataFixture } from './metadata-fixture.ts'

export const keyCases: readonly ContractCase<MetadataFixture>[] = [
  {
    name: 'getKey gives a created key back with the time of the database, and null for an unknown one',
    async run({ metadata, clock }) {
      const plain = newKey({ permissions: ['read'] })
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
