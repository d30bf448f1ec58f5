import type { AssetAttributes, AssetFilter } from '@stowage/client'

export type AssetType = AssetAttributes['type']

/** The compiler reports a missing type. */
const EVERY_TYPE: Readonly<Record<AssetType, true>> = {
  image: true,
  video: true,
  audio: true,
  document: true,
  archive: true,
  other: true,
}
export const TYPES = Object.keys(EVERY_TYPE) as readonly AssetType[]

/** What people narrow a list by, besides the search. */
export interface Filters {
  readonly types?: readonly AssetType[] | undefined
  /** Bytes. */
  readonly minSize?: number | undefined
  readonly maxSize?: number | undefined
  /** Days as `2026-01-31`, both included. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

export function filterOf({ types, minSize, maxSize, from, to }: Filters): AssetFilter {
  const filter: AssetFilter = {}
  if (types !== undefined && types.length > 0) filter.type = [...types]
  const size = { ...given('gte', minSize), ...given('lte', maxSize) }
  if (Object.keys(size).length > 0) filter.size = size
  const created = {
    ...given('gte', from && startOfDay(from, 0)),
    ...given('lt', to && startOfDay(to, 1)),
  }
  if (Object.keys(created).length > 0) filter.created_at = created
  return filter
}

export function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
}

/** In the person's own time zone, not in UTC. */
function startOfDay(day: string, later: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later).toISOString()
}

function given<Name extends string, Value>(name: Name, value: Value | undefined) {
  return value === undefined || value === '' ? {} : ({ [name]: value } as Record<Name, Value>)
}
