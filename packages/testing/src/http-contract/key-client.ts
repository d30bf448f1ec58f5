import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { KeyCollection, KeyResource, NewKeyAttributes } from '@stowage/api/internal'
import type { Permission } from '@stowage/core'
import { type HttpFixture, issuedKey } from '../http/http-fixture.ts'
import { type Answer, HttpClient } from './http-client.ts'

/** All permissions. */
export const EVERY_PERMISSION: readonly Permission[] = ['read', 'write', 'delete', 'manage']

/** A client that may manage the keys of a tenant: a new one that nothing else uses, unless the tenant is named. */
export async function managerOf(
  fixture: HttpFixture,
  {
    tenant = `tenant-${randomUUID()}`,
    permissions = EVERY_PERMISSION,
    ...rest
  }: Partial<Parameters<NonNullable<HttpFixture['issueKey']>>[0]> = {},
): Promise<HttpClient> {
  return new HttpClient(fixture, await issuedKey(fixture, { tenant, permissions, ...rest }))
}

/** Requests a new key. */
export function askForKey(client: HttpClient, attributes: object): Promise<Answer> {
  return client.send('POST', '/keys', { json: { data: { type: 'api-keys', attributes } } })
}

/** A new key; asserts that it is created. */
export async function keyOf(
  client: HttpClient,
  attributes: object = {},
): Promise<KeyResource<NewKeyAttributes>> {
  const answer = await askForKey(client, { name: 'made', ...attributes })
  const { data } = client.document<{ data: KeyResource<NewKeyAttributes> }>(
    answer,
    201,
    'NewApiKeyDocument',
  )
  assert.match(data.attributes.token, /^stw_[0-9A-Za-z]{12}_[0-9A-Za-z]{33}$/)
  assert.equal(data.attributes.token.split('_')[1], data.id)
  return data
}

/** One page of keys. */
export async function keysOf(client: HttpClient, query = ''): Promise<KeyCollection> {
  const answer = await client.send('GET', query.startsWith('http') ? query : `/keys${query}`)
  return client.document<KeyCollection>(answer, 200, 'ApiKeyCollection')
}

/** The id of a client's key. */
export function idOf({ key }: HttpClient): string {
  return key.split('_')[1] ?? ''
}
