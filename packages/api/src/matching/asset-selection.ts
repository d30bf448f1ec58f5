import type { AssetFilter, AssetStore } from '@stowage/core'
import { MAX_MATCHES } from '@stowage/core/internal'
import { type AssetIds, parseAssetIds } from '../assets/asset-ids.ts'
import { type JsonObject, objectAt } from '../documents/json-members.ts'
import { apiError } from '../errors/api-error.ts'
import { detailOf } from '../errors/detail.ts'
import { invalidMember, pointerTo } from '../errors/invalid-member.ts'
import { checkedFilter } from '../finding/asset-filter.ts'
import { FILTER_NAMES, FILTERS, type FilterName } from '../http/query/filter-parameters.ts'
import { isUuid, normalizeUuid } from '../http/urls/uuid.ts'

/** Which assets a bulk request is about: those that it names, or all that match a filter. */
export type AssetSelection = { readonly by: 'ids'; readonly given: AssetIds } | MatchingSelection

/** All assets that match a filter, and how many the client expects them to be. */
export interface MatchingSelection {
  readonly by: 'filter'
  readonly filter: AssetFilter
  /** 0 … 100,000. */
  readonly expected: number
}

/** Filters by their names without `filter[…]`. Without those of `tag`, which have names of their own (`all`, `any`). */
const MEMBERS: ReadonlyMap<string, FilterName> = new Map(
  FILTER_NAMES.filter((name) => !name.startsWith('filter[tag][')).map((name) => [
    name.slice('filter['.length, -1),
    name,
  ]),
)

/**
 * Reads `{ asset_ids }` or `{ filter, expected }`. The members of `filter` are the filters of lists, as JSON:
 * `{ "type": ["image"], "size": { "gte": 5 }, "metadata": { "client": "acme" } }`. Throws 422 with the pointer of what
 * is wrong.
 */
export function parseAssetSelection(body: JsonObject, store: AssetStore): AssetSelection {
  if (body.filter === undefined) {
    if (body.expected === undefined) return { by: 'ids', given: parseAssetIds(body, store) }
    throw invalidMember('/expected', 'Send it with a `filter`, or leave it out.')
  }
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
    const { all, any } = objectAt(value, '/filter/tag')
    if (all === undefined && any === undefined) {
      throw invalidMember('/filter/tag', 'Send `all`, `any` or both here.')
    }
    return [
      ['tags', all],
      ['anyTag', any],
    ]
  }
  const parameter = MEMBERS.get(name)
  if (parameter === undefined) throw invalidMember(pointerTo('/filter', name), 'Leave this out.')
  const { member, shape, must } = FILTERS[parameter]
  if (shape.form !== 'folder') return [[member, value]]
  if (shape.orNone && value === null) return [[member, null]]
  if (typeof value === 'string' && isUuid(value)) return [[member, normalizeUuid(value)]]
  throw invalidMember(pointerOf(parameter), must)
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
