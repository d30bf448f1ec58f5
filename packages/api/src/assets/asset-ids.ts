import { type AssetStore, isStowageError } from '@stowage/core'
import { ApiError, type ApiErrorDetails, apiError } from '../errors/api-error.ts'
import type { ApiErrorCode } from '../errors/api-error-codes.ts'
import { detailOf } from '../errors/detail.ts'
import { CODE_OF } from '../errors/to-api-error.ts'
import { normalizeUuid } from '../http/urls/uuid.ts'

/** The distinct ids of a bulk request, and where in the body each was first named. */
export interface AssetIds {
  /** As the store knows them. */
  readonly ids: readonly string[]
  /**
   * Turns an error into one problem for each id that the store refused, pointing to it. Returns other errors as they
   * are. `standIns` maps each id that the store got to the one that the client sent.
   */
  explain(error: unknown, standIns?: ReadonlyMap<string, string>): unknown
  /** Where in the body the id was first named. */
  pointerOf(id: string): string
}

/** Reads `{ "asset_ids": ["…", …] }`: at least one string, at most as many as the store allows. */
export function parseAssetIds(
  body: Readonly<Record<string, unknown>>,
  store: AssetStore,
): AssetIds {
  const given = Object.hasOwn(body, 'asset_ids') ? body.asset_ids : undefined
  if (!Array.isArray(given) || given.length === 0) {
    throw invalid('/asset_ids', 'Send an array `asset_ids` of at least one asset id.')
  }
  // Two spellings of an id can differ only in case.
  const places = new Map<string, number>()
  for (const [index, id] of given.entries()) {
    if (typeof id !== 'string') throw invalid(`/asset_ids/${index}`, 'An asset id is a string.')
    const key = id.toLowerCase()
    if (!places.has(key)) places.set(key, index)
  }
  const limit = store.view.limits.idsPerRequest
  if (places.size > limit) throw tooMany(limit)
  return {
    ids: [...places.keys()].map(normalizeUuid),
    explain: (error, standIns = new Map()) => explain(error, places, standIns),
    pointerOf: (id) =>
      `/asset_ids/${[...places].find(([given]) => normalizeUuid(given) === id)?.[1]}`,
  }
}

function explain(
  error: unknown,
  places: ReadonlyMap<string, number>,
  standIns: ReadonlyMap<string, string>,
): unknown {
  if (!isStowageError(error, 'asset_not_found', 'not_trashed', 'too_many_tags')) return error
  const { ids, unknown, untrashed, limit } = error.context as Readonly<Record<string, unknown>>
  const blame = (code: ApiErrorCode, ids: unknown): ApiErrorDetails[] => {
    const blamed = new Set(Array.isArray(ids) ? ids.map((id) => standIns.get(id) ?? id) : [])
    return [...places].flatMap(([id, index]) =>
      blamed.has(normalizeUuid(id))
        ? [{ code, detail: detailOf(code, { limit }), source: { pointer: `/asset_ids/${index}` } }]
        : [],
    )
  }
  const [first, ...others] = [
    ...blame(CODE_OF[error.code], ids),
    // When a purge meets both kinds, the unknown ones decide the status.
    ...blame('asset_not_found', unknown),
    ...blame('not_trashed', untrashed),
  ]
  return first === undefined ? error : new ApiError([first, ...others], {}, { cause: error })
}

function invalid(pointer: string, detail: string) {
  return apiError('invalid_body', detail, { source: { pointer } })
}

function tooMany(limit: number) {
  return apiError('too_many_ids', detailOf('too_many_ids', { limit }), {
    source: { pointer: '/asset_ids' },
    meta: { limit },
  })
}
