import assert from 'node:assert/strict'
import type { AssetCursorCollection } from '@stowage/api'
import { seqOf } from '@stowage/core/internal'
import type { HttpClient } from '../http-contract/http-client.ts'
import type { Fact } from './leak-facts.ts'
import { seen } from './rights-fixture.ts'

/** Lists with more than one page. */
const LISTS = [
  '',
  'sort=name',
  'sort=-size',
  'filter[trashed]=with',
  'filter[type]=document',
  'filter[q]=secret',
  'filter[tag][any]=tag0,tag1&sort=updated_at',
]

/**
 * Asserts that a cursor works only for the list of its own principal, filters and order: any other list answers as if
 * it were no cursor. Also asserts that no cursor contains an asset's position among those of all principals.
 */
export async function assertCursorsStay(
  owner: HttpClient,
  others: readonly HttpClient[],
  own: readonly Fact[],
): Promise<void> {
  const cursors = new Map<string, string>()
  for (const list of LISTS) {
    for (const cursor of await cursorsOf(owner, list, own)) cursors.set(cursor, list)
  }
  for (const [cursor, list] of cursors) {
    for (const [client, asked] of [
      ...others.map((other) => [other, list] as const),
      ...LISTS.filter((another) => another !== list).map((another) => [owner, another] as const),
    ]) {
      for (const way of ['after', 'before']) {
        const path = (given: string) => `/assets?${asked}&page[${way}]=${given}`
        const answer = await seen(client, 'GET', path(cursor))
        assert.equal(answer, await seen(client, 'GET', path('x')), `${list} as ${asked}`)
        assert.match(answer, /^\[400,/)
      }
    }
  }
}

/** The cursors of the first two pages. */
async function cursorsOf(
  client: HttpClient,
  list: string,
  own: readonly Fact[],
): Promise<readonly string[]> {
  const cursors: string[] = []
  let url: string | null = `/assets?${list}&page[size]=2`
  while (url !== null && cursors.length < 3) {
    const answer = await client.send('GET', url)
    const page: AssetCursorCollection = client.document(answer, 200, 'AssetCursorCollection')
    const { prev, next } = page.links
    for (const [link, name] of [
      [prev, 'page[before]'],
      [next, 'page[after]'],
    ] as const) {
      if (link === null) continue
      const cursor = new URL(link).searchParams.get(name) ?? assert.fail()
      cursors.push(cursor)
      const ids = page.data.map(({ id }) => id)
      assertNoPlace(
        cursor,
        own.filter(({ asset }) => ids.includes(asset.id)),
      )
    }
    url = next
  }
  assert.ok(cursors.length > 0, list)
  return cursors
}

/** Insertion numbers would reveal how many uploads of others came between two own assets. */
function assertNoPlace(cursor: string, facts: readonly Fact[]): void {
  const text = Buffer.from(cursor, 'base64url').toString()
  const numbers = numbersIn(JSON.parse(text))
  for (const { asset } of facts) {
    // Smaller numbers may also be versions.
    const isTold =
      seqOf(asset) > 100 && seqOf(asset) !== asset.size && numbers.includes(seqOf(asset))
    assert.ok(!isTold, `${text} has ${seqOf(asset)}`)
  }
}

function numbersIn(content: unknown): readonly number[] {
  if (typeof content === 'number') return [content]
  return typeof content === 'object' && content !== null
    ? Object.values(content).flatMap(numbersIn)
    : []
}
