import assert from 'node:assert/strict'
import type { ContractCase } from '../contract/contract.ts'
import type { HttpFixture } from '../http/http-fixture.ts'
import { askForKey, keyOf, keysOf, managerOf } from '../http-contract/key-client.ts'

const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
const ATTRIBUTES = '/data/attributes'
const NAME = `${ATTRIBUTES}/name`
const PERMISSIONS = `${ATTRIBUTES}/permissions`
const EXPIRES = `${ATTRIBUTES}/expires_at`

/** Attributes that create no key, and where the error points. */
const WRONG: readonly (readonly [attributes: unknown, pointer: string])[] = [
  [undefined, NAME],
  [null, ATTRIBUTES],
  [[], ATTRIBUTES],
  ['x', ATTRIBUTES],
  [{}, NAME],
  ...[null, 7, '', [], { toString: 'x' }, 'a\0b', '\ud800', 'x'.repeat(256)].map(
    (name) => [{ name }, NAME] as const,
  ),
  ...[
    null,
    'read',
    'read,write',
    {},
    { 0: 'read', length: 1 },
    [],
    ['READ'],
    ['read', 'admin'],
    ['manage '],
    ['__proto__'],
    ['constructor'],
    [null],
    ['*'],
    [0],
  ].map((permissions) => [{ name: 'x', permissions }, PERMISSIONS] as const),
  [{ name: 'x', permissions: [['read']] }, `${PERMISSIONS}/0`],
  ...[
    0,
    1e12,
    true,
    {},
    [],
    ['2099-01-01'],
    '',
    'never',
    'tomorrow',
    '2099',
    '4070908800000',
    'Jan 1 2099',
    '2099-13-01',
    '2099-01-01T25:00:00Z',
    '2099-01-01T00:00:00',
    '2099-01-01 00:00:00Z',
    '+275760-09-13T00:00:00Z',
    '9999-12-31T23:59:59Z',
    '2000-01-01T00:00:00Z',
    '1969-12-31T23:59:59Z',
    '-000001-01-01T00:00:00Z',
    '2099-01-01T00:00:00Z\0',
    '２０９９-01-01',
  ].map((expires_at) => [{ name: 'x', expires_at }, EXPIRES] as const),
  ...[
    'id',
    'tenant',
    'token',
    'secret',
    'secretHash',
    'secret_hash',
    'created_at',
    'last_used_at',
    'revoked_at',
    'expiresAt',
    'principal',
    'kind',
    'constructor',
  ].map((member) => [{ name: 'x', [member]: 'default' }, `${ATTRIBUTES}/${member}`] as const),
]

/** Raw bodies, and their answers. */
const BODIES: readonly (readonly [body: string, status: number, code: string])[] = [
  ['', 400, 'malformed_request'],
  ['{', 400, 'malformed_request'],
  ['[]', 422, 'invalid_body'],
  ['null', 422, 'invalid_body'],
  ['{}', 422, 'invalid_body'],
  ['{"data":[]}', 422, 'invalid_body'],
  ['{"data":{"type":"keys","attributes":{"name":"x"}}}', 409, 'resource_mismatch'],
  ['{"data":{"type":"assets","attributes":{"name":"x"}}}', 409, 'resource_mismatch'],
  ['{"data":{"type":"api-keys","id":"x","attributes":{"name":"x"}}}', 422, 'invalid_body'],
  ['{"data":{"type":"api-keys","attributes":{"name":"x"},"meta":{}}}', 422, 'invalid_body'],
  ['{"data":{"type":"api-keys","attributes":{"__proto__":{"name":"x"}}}}', 422, 'invalid_body'],
  [`{"data":${deep(5000)}}`, 400, 'malformed_request'],
]

/** Requests of hostile clients that may manage keys. */
export const hostileKeyCases: readonly ContractCase<HttpFixture>[] = [
  {
    name: 'each hostile attribute of a key is 422 that names it, and makes no key',
    needs: ['issueKey'],
    async run(fixture) {
      const manager = await managerOf(fixture)
      const wrong: unknown[] = []
      for (const [attributes, expected] of WRONG) {
        const answer = await askForKey(manager, attributes as object)
        const [error] = manager.errors(answer, 422, 'invalid_body')
        const pointer = error?.source && 'pointer' in error.source ? error.source.pointer : error
        if (pointer !== expected) wrong.push([attributes, pointer, expected])
      }
      assert.deepEqual(wrong, [])
      assert.equal((await keysOf(manager)).meta.total, 1)
    },
  },
  {
    name: 'each hostile body is refused, and makes no key',
    needs: ['issueKey'],
    async run(fixture) {
      const manager = await managerOf(fixture)
      const headers = { 'content-type': 'application/json' }
      for (const [body, ...expected] of BODIES) {
        await manager.refused('POST', '/keys', { headers, body }, expected)
      }
      const form = { headers: { 'content-type': 'text/plain' }, body: '{}' }
      await manager.refused('POST', '/keys', form, [415, 'unsupported_media_type'])
      assert.equal((await keysOf(manager)).meta.total, 1)
    },
  },
  {
    name: 'names of keys are data, whatever they hold',
    needs: ['issueKey'],
    async run(fixture) {
      const manager = await managerOf(fixture)
      const names = [
        "'); DROP TABLE keys; --",
        '<script>alert(1)</script>',
        '\u202egnp.exe',
        'a\r\nX-Evil: 1',
        '$1 $schema $now',
        '😀'.repeat(127),
        '__proto__',
        ' ',
      ]
      for (const name of names) {
        assert.equal((await keyOf(manager, { name })).attributes.name, name)
      }
      const { data } = await keysOf(manager)
      const listed = data.map(({ attributes }) => attributes.name).slice(0, names.length)
      assert.deepEqual(listed, names.toReversed())
    },
  },
  {
    name: 'makers at the same time give each key its own token, and revocations at the same time agree',
    needs: ['issueKey'],
    async run(fixture) {
      const manager = await managerOf(fixture)
      const made = await Promise.all(Array.from({ length: 20 }, () => keyOf(manager)))
      assert.equal(new Set(made.map(({ attributes }) => attributes.token)).size, made.length)
      const [{ id } = assert.fail()] = made
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => manager.send('DELETE', `/keys/${id}`)),
      )
      assert.ok(answers.every(({ status }) => status === 204))
      const { data, meta } = await keysOf(manager, '?per_page=100')
      assert.equal(meta.total, 21)
      assert.equal(data.filter(({ attributes }) => attributes.revoked_at !== null).length, 1)
    },
  },
]
