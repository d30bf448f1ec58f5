import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { entityTag } from '@stowage/api/internal'
import type { AssetStore } from '@stowage/core'
import type { HttpClient } from '../http-contract/http-client.ts'
import type { Fact } from './leak-facts.ts'
import { seen } from './rights-fixture.ts'

/** Asserts that every page and total of both lists covers only the principal's own assets. */
export async function assertOwnLists(
  client: HttpClient,
  own: readonly Fact[],
  perPage: number,
): Promise<void> {
  for (const [state, filter] of [
    ['active', ''],
    ['trashed', '&filter[trashed]=only'],
  ] as const) {
    const ids = own.filter((fact) => fact.state === state).map(({ asset }) => asset.id)
    const lastPage = Math.max(1, Math.ceil(ids.length / perPage))
    for (let page = 1; page <= lastPage + 1; page += 1) {
      const { data, meta, links } = await client.list(
        `?page=${page}&per_page=${perPage}&with_meta=1${filter}`,
      )
      assert.deepEqual([meta.total, meta.last_page], [ids.length, lastPage])
      assert.deepEqual(
        data.map(({ id }) => id),
        ids.slice((page - 1) * perPage, page * perPage),
      )
      assert.equal(links.next === null, page >= lastPage)
    }
  }
}

/**
 * Asserts that no route and verb can tell an asset of another principal from one that does not exist. `own` is an
 * active asset of the client's principal.
 */
export async function assertUnknown(client: HttpClient, foreign: Fact, own: Fact): Promise<void> {
  const { id, publicFileId } = foreign.asset
  const nothing = attemptsOn([randomUUID(), randomUUID()], foreign, own)
  for (const [index, attempt] of attemptsOn([id, publicFileId], foreign, own).entries()) {
    const there = await seen(client, ...attempt)
    assert.equal(there, await seen(client, ...(nothing[index] ?? assert.fail())))
    assert.match(there, /^\[404,/, `${attempt[0]} ${attempt[1]}`)
  }
}

type Call = Parameters<HttpClient['send']>

const TEXT = { 'content-type': 'text/plain' }

/** Attempts through every route that names assets; `foreign` is what the attacker knows about the asset. */
function attemptsOn(
  [id, file]: readonly [id: string, file: string],
  { asset: foreign }: Fact,
  { asset: own }: Fact,
): readonly Call[] {
  const change = (attributes: object, meta: object = {}, headers = {}): Call => {
    const data = { type: 'assets', id, attributes, meta }
    return ['PATCH', `/assets/${id}`, { json: { data }, headers }]
  }
  const versions = ['"x"', entityTag(foreign), '*', `"x", ${entityTag(foreign)}`]
  const conditions = [
    { 'if-none-match': `"${foreign.sha256}"` },
    { 'if-match': '"x"' },
    { range: 'bytes=0-1' },
  ]
  return [
    ['GET', `/assets/${id}`],
    ['GET', `/assets/${id}?with_meta=1`],
    ['GET', `/assets/${id}?sign=60`],
    ['HEAD', `/assets/${id}`],
    change({ is_favourite: true }),
    change({}),
    change({ name: 'x' }),
    change({ folder_id: null }),
    change({ folder_id: own.folderId }),
    ...[{ title: 'x' }, { alt: { en: 'x' } }, { tags: ['x'] }, { metadata: { x: 1 } }].map((meta) =>
      change({}, meta),
    ),
    ...versions.map((version) => change({ is_favourite: true }, {}, { 'if-match': version })),
    ...[{}, ...versions.map((version) => ({ 'if-match': version }))].map((headers): Call => {
      return ['PUT', `/assets/${id}/content`, { headers: { ...TEXT, ...headers }, body: 'x' }]
    }),
    ...[{}, { folder_id: own.folderId }, { folder_id: foreign.folderId }].map((json): Call => {
      return ['POST', `/assets/${id}/copy`, { json }]
    }),
    ...['content', 'download', 'content?variant=thumbnail'].flatMap((route) =>
      ['GET', 'HEAD'].flatMap((method) =>
        [{}, ...conditions].map(
          (headers): Call => [method, `/files/${file}/${route}`, { headers }],
        ),
      ),
    ),
    ...selectionsOf(id, own.id).flatMap((selection) =>
      BULK_VERBS.map(([method, path, more]): Call => {
        return [method, path, { json: { ...selection, ...more } }]
      }),
    ),
  ]
}

/** How a bulk verb names the asset, alone and next to an own one. For filters see `leak-matching.ts`. */
function selectionsOf(id: string, own: string): readonly object[] {
  return [{ asset_ids: [id] }, { asset_ids: [own, id] }, { asset_ids: [id, own] }]
}

/** Each bulk verb, and what its body contains besides the selection. */
const BULK_VERBS: readonly (readonly [method: string, path: string, more?: object])[] = [
  ['POST', '/assets/bulk-trash'],
  ['POST', '/assets/bulk-restore'],
  ['DELETE', '/assets/bulk-permanent'],
  ['POST', '/assets/bulk-move', { folder_id: null }],
  ['POST', '/assets/bulk-favourite', { is_favourite: true }],
  ['POST', '/assets/bulk-tag', { add: ['x'] }],
  ['POST', '/assets/bulk-tag', { remove: ['tag0', 'tag1', 'tag2', 'tag3'] }],
]

/** Asserts that the records are as the facts say. */
export async function assertUntouched(store: AssetStore, facts: readonly Fact[]): Promise<void> {
  for (const { asset, state } of facts) {
    const now = await store.get(asset.id, { trashed: 'include' }).catch(() => null)
    assert.equal(now === null ? 'purged' : now.trashedAt === null ? 'active' : 'trashed', state)
    if (now !== null) assert.deepEqual(now, asset)
  }
}
