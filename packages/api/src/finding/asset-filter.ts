import { type AssetFilter, isStowageError } from '@stowage/core'
import { requireFilter } from '@stowage/core/internal'
import type { ApiError } from '../errors/api-error.ts'
import {
  FILTER_NAMES,
  FILTERS,
  type FilterName,
  isGroup,
  SIDES,
} from '../http/query/filter-parameters.ts'
import { memberOf, parameterOf } from '../http/query/parameter-name.ts'
import { invalidParameter, type Query } from '../http/query/query.ts'
import { valueOfText } from './filter-text.ts'

/** Reads the filters of a list. Throws 400 `invalid_parameter` that says what each must be. */
export function filterOfQuery(given: Query['given']): AssetFilter {
  const filter = new Map<string, unknown>()
  const groups = new Map<string, [name: string, value: unknown][]>()
  const names = new Map<string, string>()
  for (const [name, text] of given) {
    const parameter = parameterOf(name, FILTER_NAMES)
    if (parameter === undefined) continue
    const { member, shape, must } = FILTERS[parameter]
    const value = valueOfText(shape, text)
    if (value === undefined) throw invalidParameter(name, must)
    const earlier = names.get(member)
    names.set(member, name)
    if (isGroup(parameter)) {
      const members = groups.get(member) ?? []
      members.push([memberOf(name), value])
      groups.set(member, members)
      continue
    }
    if (earlier !== undefined) {
      throw invalidParameter(name, `It says the same as \`${earlier}\`. Give one of them.`)
    }
    filter.set(member, value)
  }
  // Own members only: a name such as `__proto__` is data.
  for (const [member, members] of groups) filter.set(member, Object.fromEntries(members))
  return checkedFilter(Object.fromEntries(filter), (parameter, side) => {
    const isGiven = given.has(parameter) || side === undefined
    const name = isGiven ? parameter : `${parameter}[${side}]`
    return invalidParameter(name, FILTERS[parameter].must)
  })
}

/** The filter, when the store would accept it. `refuse` makes the error about a filter, or about one side of it. */
export function checkedFilter(
  filter: Readonly<Record<string, unknown>>,
  refuse: (parameter: FilterName, side: string | undefined) => ApiError,
): AssetFilter {
  try {
    requireFilter(filter)
  } catch (error) {
    if (!isStowageError(error, 'invalid_argument')) throw error
    const [, member, side] = error.context.argument.split('.')
    const parameter = FILTER_NAMES.find((name) => FILTERS[name].member === member)
    if (parameter === undefined) throw error
    throw refuse(
      parameter,
      SIDES.find((each) => each === side),
    )
  }
  return filter
}
