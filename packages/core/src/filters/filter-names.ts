import type { AssetFilter } from './asset-filters.ts'

/** What the API calls a filter, where that is not its name in snake case. The first of several is the usual one. */
const RENAMED = {
  tags: ['tag', 'tag][all'],
  anyTag: ['tag][any'],
  search: ['q'],
} as const

type Member = keyof AssetFilter
type Renamed = typeof RENAMED
type SnakeCase<Text extends string> = Text extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Text

/** The text within the brackets of `filter[…]`. */
export type ApiFilterName = {
  [Name in Member]: Name extends keyof Renamed ? Renamed[Name][number] : SnakeCase<Name>
}[Member]

/** The text within the brackets of `filter[…]` for a filter. Errors name the first of several. */
export function apiFilterNames(member: Member): readonly ApiFilterName[] {
  const renamed: { readonly [Name in Member]?: readonly ApiFilterName[] } = RENAMED
  return renamed[member] ?? [snakeCase(member) as ApiFilterName]
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
