import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { UsageResource } from '@stowage/api'
import type { HttpClient } from '../http-contract/http-client.ts'
import { fieldsAndFile, folderOf, foldersOf } from '../http-contract/organise-client.ts'
import type { Fact, OwnFolders } from './leak-facts.ts'
import { seen } from './rights-fixture.ts'

type Call = Parameters<HttpClient['send']>

/** Asserts that lists of folders show only the client's own, and count only its own assets in them. */
export async function assertOwnFolders(
  client: HttpClient,
  own: readonly Fact[],
  folders: OwnFolders | undefined,
  foreign: OwnFolders,
): Promise<void> {
  const active = own.flatMap(({ asset, state }) => (state === 'active' ? [asset] : []))
  const { top, inner } = folders ?? {}
  for (const [query, expected] of [
    ['', [inner, top]],
    ['filter[parent_id]=null', [top]],
    [`filter[parent_id]=${top?.id ?? randomUUID()}`, [inner]],
    [`filter[parent_id]=${foreign.top.id}`, []],
    [`filter[parent_id]=${foreign.inner.id}`, []],
  ] as const) {
    const known = expected.flatMap((folder) => folder ?? [])
    const { data, meta } = await foldersOf(client, `?with_meta=1&${query}`)
    assert.deepEqual([meta.total, meta.last_page], [known.length, 1], query)
    assert.deepEqual(
      data.map(({ id, attributes, meta }) => {
        const { folders, assets, bytes } = meta ?? assert.fail()
        return [id, attributes.name, attributes.path, folders, assets, bytes]
      }),
      known.map(({ id, name, path }) => {
        const held = active.filter(({ folderId }) => folderId === id)
        const bytes = held.reduce((sum, { size }) => sum + size, 0)
        return [id, name, path, id === top?.id ? 1 : 0, held.length, bytes]
      }),
      query,
    )
  }
}

/** Asserts that a folder may have the same name as another principal's. */
export async function assertNameIsFree(client: HttpClient, foreign: OwnFolders): Promise<void> {
  const made = await folderOf(client, foreign.top.name)
  assert.equal((await client.send('DELETE', `/folders/${made.id}`)).status, 204)
}

/** Asserts that `GET /usage` counts only the client's own assets. */
export async function assertOwnUsage(client: HttpClient, own: readonly Fact[]): Promise<void> {
  const answer = await client.send('GET', '/usage')
  const { data } = client.document<{ data: UsageResource }>(answer, 200, 'UsageDocument')
  const sum = (state: Fact['state']) => {
    const some = own.filter((fact) => fact.state === state)
    return [some.length, some.reduce((bytes, { asset }) => bytes + asset.size, 0)]
  }
  const { assets, bytes, trashed_assets, trashed_bytes, by_type, quota } = data.attributes
  assert.deepEqual([assets, bytes], sum('active'))
  assert.deepEqual([trashed_assets, trashed_bytes], sum('trashed'))
  assert.deepEqual([by_type, quota], [null, null])
}

/**
 * Asserts that no route can tell another principal's folder from one that does not exist. `asset`: one of the client's
 * own.
 */
export async function assertUnknownFolder(
  client: HttpClient,
  folder: string,
  asset: string,
): Promise<void> {
  const nothing = callsOn(randomUUID(), asset)
  for (const [index, call] of callsOn(folder, asset).entries()) {
    const there = await seen(client, ...call)
    assert.equal(there, await seen(client, ...(nothing[index] ?? assert.fail())))
    assert.match(there, /^\[404,/, `${call[0]} ${call[1]}`)
  }
}

/** Each route that takes the id of a folder. */
function callsOn(folder: string, asset: string): readonly Call[] {
  const data = { type: 'folders', id: folder, attributes: { name: 'x' } }
  const into = { type: 'folders', attributes: { name: 'y', parent_id: folder } }
  const attributes = { folder_id: folder }
  const body = () => fieldsAndFile(attributes)
  const many = fieldsAndFile(attributes)
  many.delete('file')
  many.append('files[]', new File(['x'], 'file.txt'))
  return [
    ['GET', `/folders/${folder}`],
    ['GET', `/folders/${folder}?with_meta=1`],
    ['HEAD', `/folders/${folder}`],
    ['PATCH', `/folders/${folder}`, { json: { data } }],
    ['PATCH', `/folders/${folder}`, { json: { data }, headers: { 'if-match': '"x"' } }],
    ['DELETE', `/folders/${folder}`],
    ['DELETE', `/folders/${folder}?assets=trash`],
    ['DELETE', `/folders/${folder}?assets=detach`, { headers: { 'if-match': '"x"' } }],
    ['POST', '/folders', { json: { data: into } }],
    ['POST', '/assets/bulk-move', { json: { asset_ids: [asset], folder_id: folder } }],
    ['PATCH', `/assets/${asset}`, { json: { data: { type: 'assets', id: asset, attributes } } }],
    ['POST', '/upload-tickets', { json: { data: { type: 'upload-tickets', attributes } } }],
    ['POST', '/assets', { body: body() }],
    ['POST', '/assets/bulk-upload', { body: many }],
  ]
}
