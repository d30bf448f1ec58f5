import { isApiClientError } from '@stowage/client'
import { isStowageError } from '@stowage/core'

/** Codes for a request about many assets that some of them made fail. */
const ABOUT_IDS = ['asset_not_found', 'not_trashed'] as const

/**
 * Which of these ids caused a request to be refused; none when the error is about something else. A store names them, a
 * service points to their positions.
 */
export function refusedIdsOf(error: unknown, ids: readonly string[]): readonly string[] {
  if (isStowageError(error, ...ABOUT_IDS)) {
    const {
      ids: named = [],
      unknown = [],
      untrashed = [],
    } = error.context as Partial<Record<'ids' | 'unknown' | 'untrashed', readonly string[]>>
    const all = new Set([...named, ...unknown, ...untrashed].map((id) => id.toLowerCase()))
    return ids.filter((id) => all.has(id.toLowerCase()))
  }
  if (!isApiClientError(error) || !('errors' in error)) return []
  if (!ABOUT_IDS.some((code) => code === error.code)) return []
  const places = error.errors.map(({ source }) => pointerOf(source))
  const found = places.flatMap((location) => {
    const [, index] = /^\/asset_ids\/(\d+)$/.exec(location) ?? []
    const id = index === undefined ? undefined : ids[Number(index)]
    return id === undefined ? [] : [id]
  })
  // The route for a single asset has its id in the path.
  return found.length === 0 && ids.length === 1 ? ids : found
}

function pointerOf(source: unknown): string {
  const { pointer } = Object(source) as { readonly pointer?: unknown }
  return typeof pointer === 'string' ? pointer : ''
}
