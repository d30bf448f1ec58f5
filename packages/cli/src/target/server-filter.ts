import type { AssetFilter as ServerFilter, FindQuery as ServerQuery } from '@stowage/client'
import type { AssetFilter } from '@stowage/core'
import { ASSET_FILTERS, apiFilterNames, FILTER_MEMBERS } from '@stowage/core/internal'
import type { AssetSort, Bounds } from '@stowage/core/types'

/** A store's filter under the names of the API. */
export function serverFilter(filter: AssetFilter): ServerFilter {
  const named: Record<string, unknown> = {}
  for (const member of FILTER_MEMBERS) {
    if (filter[member] === undefined) continue
    // `tag][all` is `all` within `tag`.
    const [name = '', inner] = (apiFilterNames(member).at(-1) ?? '').split('][')
    const value = serverValue(member, filter[member])
    named[name] = inner === undefined ? value : { ...Object(named[name]), [inner]: value }
  }
  return named
}

/** `-createdAt` is `-created_at`. */
export function serverSort(sort: AssetSort | undefined): Pick<ServerQuery, 'sort'> {
  if (sort === undefined) return {}
  const name = sort.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return { sort: name as NonNullable<ServerQuery['sort']> }
}

function serverValue(member: keyof AssetFilter, value: unknown): unknown {
  const { shape } = ASSET_FILTERS[member]
  if (shape.form === 'words' || shape.form === 'texts') return [value].flat()
  const isMoments = shape.form === 'bounds' && shape.of === 'moment'
  return isMoments ? timesOf(value as Bounds<Date | string>) : value
}

/** The bounds with times as text. */
function timesOf(bounds: Bounds<Date | string>): Bounds<string> {
  const entries = Object.entries(bounds).map(([side, time]: [string, Date | string]) => [
    side,
    typeof time === 'string' ? time : time.toISOString(),
  ])
  return Object.fromEntries(entries)
}
