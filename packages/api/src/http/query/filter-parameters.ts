import type { AssetFilter } from '@stowage/core'
import {
  type ApiFilterName,
  ASSET_FILTERS,
  apiFilterNames,
  FILTER_MEMBERS,
  type FilterShape,
  MAX_FILTER_MEMBERS,
  MAX_FILTER_TEXT,
  MAX_FILTER_VALUES,
} from '@stowage/core/internal'

/** The name of a filter, without the names in brackets that follow it for bounds and `metadata`. */
export type FilterName = `filter[${ApiFilterName}]`

/** A filter as a parameter of queries. */
export interface FilterParameter {
  /** What the store calls it. */
  readonly member: keyof AssetFilter
  readonly shape: FilterShape
  /** Tells a client that sent another value what it must be. */
  readonly must: string
  /** What the filter asks for. */
  readonly says: string
}

/** What one bound must be. */
const SIDE = {
  whole: 'a whole number of at least 0',
  number: 'a number of at least 0',
  moment: 'a time such as `2026-01-31T09:05:00Z`, or a day such as `2026-01-31`',
} as const

/** Each filter of a list of assets, by its query parameter. */
export const FILTERS: Readonly<Record<FilterName, FilterParameter>> = Object.fromEntries(
  FILTER_MEMBERS.flatMap(parametersOf),
) as Record<FilterName, FilterParameter>

/** All of them, in the order in which they are documented. */
export const FILTER_NAMES = Object.keys(FILTERS) as readonly FilterName[]

/** The sides that a bound can be on. */
export const SIDES = ['gte', 'lte', 'gt', 'lt'] as const

/** Whether another name in brackets follows the filter. */
export function isGroup(name: FilterName): boolean {
  return ['bounds', 'metadata'].includes(FILTERS[name].shape.form)
}

function parametersOf(member: keyof AssetFilter): readonly [FilterName, FilterParameter][] {
  const { shape, says } = ASSET_FILTERS[member]
  const names = apiFilterNames(member).map((name): FilterName => `filter[${name}]`)
  const must = mustOf(shape, names[0])
  return names.map((name, index) => {
    const described = index === 0 ? says : `The same as \`${names[0]}\`.`
    return [name, { member, shape, must, says: described }]
  })
}

function mustOf(shape: FilterShape, name: FilterName | undefined): string {
  switch (shape.form) {
    case 'folder':
      return shape.orNone
        ? 'It must be the id of one folder, or `null` for assets in no folder.'
        : 'It must be the id of one folder.'
    case 'words':
      return `It can be ${wordList(shape.words)}, or several of them separated by commas.`
    case 'texts': {
      const none = shape.none === undefined ? '' : ` \`null\` is ${shape.none}.`
      return `It must be 1 to ${MAX_FILTER_VALUES} ${shape.text.plural}, separated by commas.${none}`
    }
    case 'flag':
      return 'It can be `true` or `false`.'
    case 'bounds':
      return `A bound must be ${SIDE[shape.of]}.`
    case 'metadata':
      return `Give at most ${MAX_FILTER_MEMBERS} members, each by its name: \`${name}[client]=acme\`.`
    case 'search':
      return `It must be 1 to ${MAX_FILTER_TEXT} characters, with a letter, a digit or a symbol among them.`
  }
}

function wordList(words: readonly string[]): string {
  const quoted = words.map((word) => `\`${word}\``)
  return `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`
}
