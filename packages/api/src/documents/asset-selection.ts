import type { AssetFilter, AssetStore } from '@stowage/core'
import { MAX_MATCHES } from '@stowage/core/ports'
import { apiError } from '../errors/api-error.ts'
import { detailOf } from '../errors/detail.ts'
import { FILTER_NAMES, FILTERS, type FilterName, SIDES } from '../http/filter-parameters.ts'
import { nearest } from '../http/nearest.ts'
import { normalizeUuid } from '../http/uuid.ts'
import { checkedFilter } from './asset-filter.ts'
import { type AssetIds, parseAssetIds } from './asset-ids.ts'
import { invalidMember, type JsonObject, objectAt, pointerTo } from './json-members.ts'

/** Which assets a bulk request is about: those that it names, or all that match a filter. */
export type AssetSelection = { readonly by: 'ids'; readonly given: AssetIds } | MatchingSelection

/** All assets that match a filter, and how many the client expects them to be. */
export interface MatchingSelection {
  readonly by: 'filter'
  readonly filter: AssetFilter
  /** 0 … 100,000. */
  readonly expected: number
}

/** Filters by their names without `filter[…]`. Those of `tag` have names of their own within it. */
const MEMBERS: ReadonlyMap<string, FilterName> = new Map(
  FILTER_NAMES.filter((name) => !name.startsWith('filter[tag][')).map((name) => [
    name.slice('filter['.length, -1),
    name,
  ]),
)

/**
 * Reads `{ asset_ids }` or `{ filter, expected }`. The members of `filter` are the filters of lists, as JSON: `{ "type":
 * ["image"], "size": { "gte": 5 }, "metadata": { "client": "acme" } }`. Throws 422 with the pointer of what is wrong.
 */
export function parseAssetSelection(body: JsonObject, store: AssetStore): AssetSelection {
  if (body.filter === undefined) return { by: 'ids', given: parseAssetIds(body, store) }
  if (body.asset_ids !== undefined) {
    throw invalidMember('/asset_ids', 'Send either `asset_ids` or a `filter`.')
  }
  const { expected } = body
  const filter = parseFilter(objectAt(body.filter, '/filter'))
  if (typeof expected === 'number' && Number.isSafeInteger(expected) && expected >= 0) {
    if (expected > MAX_MATCHES) throw tooMany(expected)
    return { by: 'filter', filter, expected }
  }
  throw invalidMember(
    '/expected',
    'Send how many assets you expect to match: `meta.total` of their list.',
  )
}

function parseFilter(given: JsonObject): AssetFilter {
  const filter = Object.entries(given).flatMap(([name, value]) => membersOf(name, value))
  return checkedFilter(Object.fromEntries(filter), (parameter, side) => {
    const pointer = pointerOf(parameter)
    return invalidMember(
      side === undefined ? pointer : pointerTo(pointer, side),
      FILTERS[parameter].must,
    )
  })
}

function membersOf(name: string, value: unknown): readonly (readonly [string, unknown])[] {
  if (name === 'tag' && typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return Object.entries(value).map(([which, tags]) => {
      if (which === 'all') return ['tags', tags]
      if (which === 'any') return ['anyTag', tags]
      throw invalidMember(pointerTo('/filter/tag', which), 'Send `all`, `any` or both here.')
    })
  }
  const parameter = MEMBERS.get(name)
  if (parameter === undefined) throw unknownFilter(name)
  const { member, form, must } = FILTERS[parameter]
  if (form === 'numbers' || form === 'times') assertSides(parameter, value)
  if (form !== 'id' && form !== 'idOrNull') return [[member, value]]
  if (form === 'idOrNull' && value === null) return [[member, null]]
  if (typeof value === 'string') return [[member, normalizeUuid(value)]]
  throw invalidMember(pointerOf(parameter), must)
}

function assertSides(parameter: FilterName, value: unknown): void {
  const wrong = Object.keys(Object(value)).find((name) => !SIDES.some((side) => side === name))
  if (wrong === undefined) return
  const sides = SIDES.map((side) => `\`${side}\``)
  throw invalidMember(pointerTo(pointerOf(parameter), wrong), `Send ${sides.join(', ')} here.`)
}

function unknownFilter(name: string) {
  if (name === 'trashed') {
    return invalidMember(
      '/filter/trashed',
      'The route says which list it is about. Leave this out.',
    )
  }
  const names = [...MEMBERS.keys()]
  const meant = nearest(name, names)
  const detail =
    meant === undefined
      ? `There is no such filter. There are ${names.map((each) => `\`${each}\``).join(', ')}.`
      : `There is no such filter. Did you mean \`${meant}\`?`
  return invalidMember(pointerTo('/filter', name), detail)
}

function tooMany(count: number) {
  return apiError('too_many_matches', detailOf('too_many_matches', { limit: MAX_MATCHES }), {
    source: { pointer: '/expected' },
    meta: { limit: MAX_MATCHES, count },
  })
}

/** `/filter/tag/any` for `filter[tag][any]`. */
function pointerOf(parameter: FilterName): string {
  return `/${parameter.replaceAll(/[[\]]+/g, '/').slice(0, -1)}`
}
