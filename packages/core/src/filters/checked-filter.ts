import { mustBe } from '../arguments/must-be.ts'
import { assertKnown, knownOptions } from '../options/known-options.ts'
import {
  ASSET_FILTERS,
  type AssetFilter,
  type CheckedFilter,
  FILTER_MEMBERS,
} from './asset-filters.ts'
import { filterCheck } from './filter-checks.ts'

const KNOWN = knownOptions<AssetFilter>('filter', ASSET_FILTERS as never)
const CHECKS = FILTER_MEMBERS.map((name) => [name, filterCheck(ASSET_FILTERS[name].shape)] as const)

/**
 * The filter, checked and as plain data. `invalid_argument` (`filter.size.gte`) for what is not of the documented form,
 * and for an unknown member. Members that are undefined are left out.
 */
export function requireFilter(filter: unknown = {}): CheckedFilter {
  if (typeof filter !== 'object' || filter === null || Array.isArray(filter)) {
    throw mustBe('filter', "an object, such as { type: 'image' }", filter)
  }
  assertKnown(KNOWN, filter)
  const given = filter as Readonly<Record<string, unknown>>
  const checked: Record<string, unknown> = {}
  for (const [name, check] of CHECKS) {
    if (given[name] !== undefined) checked[name] = check(`filter.${name}`, given[name])
  }
  return checked
}
