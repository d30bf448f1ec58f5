import assert from 'node:assert/strict'
import type { UsageResource } from '@stowage/api'
import type { HttpClient } from '../http-contract/http-client.ts'
import { seen } from './rights-fixture.ts'

type Call = Parameters<HttpClient['send']>

/**
 * Asserts that a caller who sees only a part of the tenant reaches none of its keys, although it may manage: it can
 * neither list nor create keys, nor tell a key from one that does not exist.
 */
export async function assertNoKeys(client: HttpClient, key: string): Promise<void> {
  const nothing = callsOn('000000000000')
  for (const [index, call] of callsOn(key).entries()) {
    const there = await seen(client, ...call)
    assert.equal(there, await seen(client, ...(nothing[index] ?? assert.fail())))
    assert.match(there, /^\[403,/, `${call[0]} ${call[1]}`)
  }
  const answer = await client.send('GET', '/usage?with_meta=1')
  const { data } = client.document<{ data: UsageResource }>(answer, 200, 'UsageDocument')
  assert.deepEqual(data.meta, {
    permissions: ['read', 'write', 'delete'],
    version_bytes: null,
    webhooks: false,
  })
}

function callsOn(key: string): readonly Call[] {
  const attributes = { name: 'mine', permissions: ['read'] }
  return [
    ['GET', '/keys'],
    ['HEAD', '/keys'],
    ['GET', '/keys?page=2&per_page=1'],
    ['POST', '/keys', { json: { data: { type: 'api-keys', attributes } } }],
    ['POST', '/keys', { json: {} }],
    ['DELETE', `/keys/${key}`],
  ]
}
