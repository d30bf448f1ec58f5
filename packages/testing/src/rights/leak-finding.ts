import assert from 'node:assert/strict'
import type { AssetCursorCollection } from '@stowage/api'
import type { Asset } from '@stowage/core'
import { seqOf } from '@stowage/core/internal'
import type { HttpClient } from '../http-contract/http-client.ts'
import type { Fact, OwnFolders } from './leak-facts.ts'
import { type Probe, probesOf, type Target } from './leak-probes.ts'

/** How much the checker reads of each list. */
export interface FindingOptions {
  readonly perPage: number
  /** Whether to try every filter in every order and state. Default: each in one order and state, in turn. */
  readonly thorough?: boolean
}

/** The states in which each probe is tried. */
const STATES: readonly (readonly [query: string, holds: (fact: Fact) => boolean])[] = [
  ['', ({ state }) => state === 'active'],
  ['&filter[trashed]=with', ({ state }) => state !== 'purged'],
  ['&filter[trashed]=only', ({ state }) => state === 'trashed'],
]

/** What each sort order compares; ties are in insertion order. */
const ORDERS: Readonly<Record<string, (asset: Asset) => string | number>> = {
  created_at: () => 0,
  updated_at: ({ updatedAt }) => updatedAt,
  name: ({ name }) => Number(/\d+/.exec(name)),
  size: ({ size }) => size,
  type: ({ type }) => type,
  duration_seconds: ({ durationSeconds }) => durationSeconds ?? -1,
  taken_at: ({ embedded }) => Date.parse(embedded?.takenAt ?? '') || -1,
}
const SORTS = Object.keys(ORDERS).flatMap((name) => [`-${name}`, name])

/**
 * Asserts that every filter, search and order finds only the principal's own assets, in order, with their total: by
 * numbered pages, and by cursors to the end and one page back. `targets`: assets whose values to ask for.
 */
export async function assertOwnFinds(
  client: HttpClient,
  own: readonly Fact[],
  folders: OwnFolders | undefined,
  { targets, ...options }: FindingOptions & { readonly targets: readonly Target[] },
): Promise<void> {
  const probes = new Map<string, Probe>()
  for (const target of targets) {
    for (const probe of probesOf(target, folders)) probes.set(probe.query, probe)
  }
  let turn = 0
  for (const { query, holds } of probes.values()) {
    const held = own.filter(({ asset }) => holds(asset))
    const ways = STATES.flatMap((state) => SORTS.map((sort) => [state, sort] as const))
    // 5 and their number have no common divisor, so the turns reach all of them.
    const some = options.thorough ? ways : [ways[(5 * turn) % ways.length] ?? assert.fail()]
    for (const [[state, isIn], sort] of some) {
      const ids = sorted(held.filter(isIn), sort).map(({ asset }) => asset.id)
      const list = `?${encodeURI(query)}${state}&sort=${sort}`
      await assertPages(client, list, { ids, ...options })
      await assertWalk(client, list, { ids, ...options })
    }
    turn += 1
  }
}

function sorted(facts: readonly Fact[], sort: string): readonly Fact[] {
  const key = ORDERS[sort.replace('-', '')] ?? assert.fail()
  const turn = sort.startsWith('-') ? -1 : 1
  return facts.toSorted(({ asset: a }, { asset: b }) => {
    const [left, right] = [key(a), key(b)]
    return turn * (left < right ? -1 : left > right ? 1 : seqOf(a) - seqOf(b))
  })
}

interface Found {
  readonly ids: readonly string[]
  readonly perPage: number
  readonly thorough?: boolean
}

/** The first page, the last one, and the one after it. */
async function assertPages(
  client: HttpClient,
  list: string,
  { ids, perPage }: Found,
): Promise<void> {
  const lastPage = Math.max(1, Math.ceil(ids.length / perPage))
  for (const page of new Set([1, lastPage, lastPage + 1])) {
    const { data, meta } = await client.list(`${list}&page=${page}&per_page=${perPage}`)
    assert.deepEqual([meta.total, meta.last_page], [ids.length, lastPage], list)
    const expected = ids.slice((page - 1) * perPage, page * perPage)
    assert.deepEqual(
      data.map(({ id }) => id),
      expected,
      list,
    )
  }
}

/** Follows cursors to the end, except in long lists, and then one page back. */
async function assertWalk(
  client: HttpClient,
  list: string,
  { ids, perPage }: Found,
): Promise<void> {
  const pages: (readonly string[])[] = []
  let back: string | null = null
  let next: string | null = `/assets${list}&page[size]=${perPage}`
  while (next !== null && pages.length < MOST_PAGES) {
    const page: AssetCursorCollection = await cursorPage(client, next, ids.length)
    assert.equal(page.links.prev === null, pages.length === 0, list)
    pages.push(page.data.map(({ id }) => id))
    next = page.links.next
    back = page.links.prev
  }
  const seen = pages.flat()
  assert.deepEqual(seen, ids.slice(0, seen.length), list)
  assert.equal(next === null, seen.length === ids.length, list)
  if (back === null) return
  const { data } = await cursorPage(client, back, ids.length)
  assert.deepEqual(
    data.map(({ id }) => id),
    pages.at(-2),
    list,
  )
}

const MOST_PAGES = 12

async function cursorPage(
  client: HttpClient,
  path: string,
  total: number,
): Promise<AssetCursorCollection> {
  const answer = await client.send('GET', path)
  const page = client.document<AssetCursorCollection>(answer, 200, 'AssetCursorCollection')
  assert.equal(page.meta.total, total, path)
  return page
}
