import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Asset, AssetStore } from '@stowage/core'
import type { HttpClient } from '../contract/http-client.ts'
import { seen } from './rights-fixture.ts'

/** What is true of an asset, whoever may see it. */
export interface Fact {
  readonly asset: Asset
  state: 'active' | 'trashed' | 'purged'
}

/** Assets of one owner that are uploaded in one transaction. */
const TURN = 10

/** By turns of each owner; a fifth is in the trash or purged, of every owner. Newest first. */
export async function filledFor(
  store: AssetStore,
  owners: readonly (string | null)[],
  count: number,
): Promise<readonly Fact[]> {
  const facts: Fact[] = []
  for (let first = 0; first < count; first += TURN) {
    const createdBy = owners[(first / TURN) % owners.length] ?? null
    const files = Array.from({ length: Math.min(TURN, count - first) }, (_, index) => {
      const n = first + index
      return { source: Buffer.from(`file ${n}`), name: `${n}.txt` }
    })
    const assets = await store.scoped({ createdBy }).uploadMany(files)
    facts.unshift(...assets.toReversed().map((asset): Fact => ({ asset, state: 'active' })))
  }
  const ids = (some: readonly Fact[]) => some.map(({ asset }) => asset.id)
  const [trashed, purged] = [5, 35].map((part) => facts.filter((_, index) => index % part === 1))
  for (const some of [trashed ?? [], purged ?? []]) {
    for (let start = 0; start < some.length; start += 500) {
      await store.trash(ids(some.slice(start, start + 500)))
    }
    for (const fact of some) fact.state = 'trashed'
  }
  for (let start = 0; start < (purged ?? []).length; start += 500) {
    await store.purge(ids((purged ?? []).slice(start, start + 500)))
  }
  for (const fact of purged ?? []) fact.state = 'purged'
  return facts
}

/** Asserts that every page of both lists, and every total, is that of the principal's own assets alone. */
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
 * Asserts that by no route and verb an asset of another principal can be told from one that does not exist. `own` is
 * an active asset of the client's principal.
 */
export async function assertUnknown(client: HttpClient, foreign: Fact, own: Fact): Promise<void> {
  const { id, publicFileId, sha256 } = foreign.asset
  const data = { type: 'assets', attributes: { is_favourite: true } }
  const attempts = (id: string, file: string): readonly Parameters<HttpClient['send']>[] => [
    ['GET', `/assets/${id}`],
    ['GET', `/assets/${id}?with_meta=1`],
    ['GET', `/assets/${id}?sign=60`],
    ['HEAD', `/assets/${id}`],
    ['PATCH', `/assets/${id}`, { json: { data: { ...data, id } } }],
    ['PATCH', `/assets/${id}`, { json: { data: { ...data, id, attributes: {} } } }],
    ...['content', 'download', 'content?variant=thumbnail'].flatMap((route) =>
      ['GET', 'HEAD'].flatMap((method) =>
        [{}, { 'if-none-match': `"${sha256}"` }, { 'if-match': '"x"' }, { range: 'bytes=0-1' }].map(
          (headers): Parameters<HttpClient['send']> => [
            method,
            `/files/${file}/${route}`,
            { headers },
          ],
        ),
      ),
    ),
    ...[[id], [own.asset.id, id], [id, own.asset.id]].flatMap((asset_ids) =>
      (
        [
          ['POST', '/assets/bulk-trash'],
          ['POST', '/assets/bulk-restore'],
          ['DELETE', '/assets/bulk-permanent'],
        ] as const
      ).map(
        ([method, path]): Parameters<HttpClient['send']> => [method, path, { json: { asset_ids } }],
      ),
    ),
  ]
  const nothing = attempts(randomUUID(), randomUUID())
  for (const [index, attempt] of attempts(id, publicFileId).entries()) {
    const there = await seen(client, ...attempt)
    assert.equal(there, await seen(client, ...(nothing[index] ?? assert.fail())))
    assert.match(there, /^\[404,/, `${attempt[0]} ${attempt[1]}`)
  }
}

/** Asserts that the records are as the facts say. */
export async function assertUntouched(store: AssetStore, facts: readonly Fact[]): Promise<void> {
  for (const { asset, state } of facts) {
    const now = await store.get(asset.id, { trashed: 'include' }).catch(() => null)
    assert.equal(now === null ? 'purged' : now.trashedAt === null ? 'active' : 'trashed', state)
    if (now !== null) assert.deepEqual([now.name, now.isFavourite], [asset.name, asset.isFavourite])
  }
}
