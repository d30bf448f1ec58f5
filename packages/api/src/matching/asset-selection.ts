import type { AssetFilter, AssetStore } from '@stowage/core'
import { MAX_MATCHES } from '@stowage/core/internal'
import { type AssetIds, parseAssetIds } from '../assets/asset-ids.ts'
import { type JsonObject, objectAt } from '../documents/json-members.ts'
import { apiError } from '../errors/api-error.ts'
import { detailOf } from '../errors/detail.ts'
import { invalidMember } from '../errors/invalid-member.ts'
import { filterOfDocument } from '../finding/filter-document.ts'

/** Which assets a bulk request is about: those that it names, or all that match a filter. */
export type AssetSelection = { readonly by: 'ids'; readonly given: AssetIds } | MatchingSelection

/** All assets that match a filter, and how many the client expects them to be. */
export interface MatchingSelection {
  readonly by: 'filter'
  readonly filter: AssetFilter
  /** 0 … 100,000. */
  readonly expected: number
}

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
  const filter = filterOfDocument(objectAt(body.filter, '/filter'), '/filter')
  if (typeof expected === 'number' && Number.isSafeInteger(expected) && expected >= 0) {
    if (expected > MAX_MATCHES) throw tooMany(expected)
    return { by: 'filter', filter, expected }
  }
  throw invalidMember(
    '/expected',
    'Send how many assets you expect to match: `meta.total` of their list.',
  )
}

function tooMany(count: number) {
  return apiError('too_many_matches', detailOf('too_many_matches', { limit: MAX_MATCHES }), {
    source: { pointer: '/expected' },
    meta: { limit: MAX_MATCHES, count },
  })
}
