import type { AssetFilter } from '@stowage/core'
import { type JsonObject, objectAt } from '../documents/json-members.ts'
import { invalidMember, pointerTo } from '../errors/invalid-member.ts'
import { FILTER_NAMES, FILTERS, type FilterName } from '../http/query/filter-parameters.ts'
import { isUuid, normalizeUuid } from '../http/urls/uuid.ts'
import { checkedFilter } from './asset-filter.ts'

const PREFIX = 'filter['

/** Filters by their names without `filter[…]`. Without those of `tag`, which have names of their own (`all`, `any`). */
const MEMBERS: ReadonlyMap<string, FilterName> = new Map(
  FILTER_NAMES.filter((name) => !name.startsWith('filter[tag][')).map((name) => [
    name.slice(PREFIX.length, -1),
    name,
  ]),
)

/** What clients call the members of a filter, without `tags` and `anyTag`. */
const NAMES: ReadonlyMap<string, string> = new Map(
  [...MEMBERS].map(([name, parameter]) => [FILTERS[parameter].member, name]),
)

/**
 * Reads the filters of lists as JSON: `{ "type": ["image"], "size": { "gte": 5 }, "metadata": { "client": "acme" } }`.
 * Throws 422 with the pointer of what is wrong; `pointer`: of the filter.
 */
export function filterOfDocument(given: JsonObject, pointer: string): AssetFilter {
  const filter = Object.entries(given).flatMap(([name, value]) => membersOf(name, value, pointer))
  return checkedFilter(Object.fromEntries(filter), (parameter, side) => {
    const of = pointerOf(parameter, pointer)
    return invalidMember(side === undefined ? of : pointerTo(of, side), FILTERS[parameter].must)
  })
}

/** The same filter as clients write it. */
export function filterDocument({ tags, anyTag, ...others }: AssetFilter): JsonObject {
  const tag =
    anyTag === undefined ? tags : { ...(tags !== undefined && { all: tags }), any: anyTag }
  return {
    ...Object.fromEntries(
      Object.entries(others).map(([member, value]) => [NAMES.get(member) ?? member, value]),
    ),
    ...(tag !== undefined && { tag }),
  }
}

function membersOf(
  name: string,
  value: unknown,
  pointer: string,
): readonly (readonly [string, unknown])[] {
  if (name === 'tag' && typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const { all, any } = objectAt(value, `${pointer}/tag`)
    if (all === undefined && any === undefined) {
      throw invalidMember(`${pointer}/tag`, 'Send `all`, `any` or both here.')
    }
    return [
      ['tags', all],
      ['anyTag', any],
    ]
  }
  const parameter = MEMBERS.get(name)
  if (parameter === undefined) throw invalidMember(pointerTo(pointer, name), 'Leave this out.')
  const { member, shape, must } = FILTERS[parameter]
  if (shape.form !== 'folder') return [[member, value]]
  if (shape.orNone && value === null) return [[member, null]]
  if (typeof value === 'string' && isUuid(value)) return [[member, normalizeUuid(value)]]
  throw invalidMember(pointerOf(parameter, pointer), must)
}

/** `/filter/tag/any` for `filter[tag][any]` in `/filter`. */
function pointerOf(parameter: FilterName, pointer: string): string {
  return (
    pointer +
    parameter
      .slice(PREFIX.length - 1)
      .replaceAll(/[[\]]+/g, '/')
      .slice(0, -1)
  )
}
