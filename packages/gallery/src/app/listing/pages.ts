import { type Asset, isApiClientError, type ListQuery } from '@stowage/client'
import { client } from '../session/session.ts'

/** As many as one request gives. */
export const PAGE_SIZE = 100
/** Seconds for which pictures can be fetched. */
const SIGNED_FOR = 3600

/** `undefined` until the service was asked: it signs URLs only where its store has secrets for that. */
let signs: boolean | undefined

export interface Page {
  readonly assets: readonly Asset[]
  readonly total: number
}

/** Page `number`, from 0. */
export async function fetchPage(
  query: ListQuery,
  number: number,
  signal: AbortSignal,
): Promise<Page> {
  const { data, meta } = await withSigning((sign) =>
    client().list(
      { ...query, ...sign, page: number + 1, per_page: PAGE_SIZE, with_meta: '1' },
      { signal },
    ),
  )
  return { assets: data, total: meta.total }
}

/** One asset, with signed URLs like those of a list. */
export function fetchAsset(id: string, signal?: AbortSignal): Promise<Asset> {
  return withSigning((sign) => client().get(id, { ...sign, with_meta: '1' }, { signal }))
}

async function withSigning<Result>(
  ask: (sign: { sign?: number }) => Promise<Result>,
): Promise<Result> {
  if (signs === false) return ask({})
  try {
    const answer = await ask({ sign: SIGNED_FOR })
    signs = true
    return answer
  } catch (error) {
    if (signs === true || !refusesToSign(error)) throw error
    signs = false
    return ask({})
  }
}

function refusesToSign(error: unknown): boolean {
  if (!isApiClientError(error) || error.code !== 'invalid_parameter') return false
  return error.errors.some(
    ({ source = {} }) => 'parameter' in source && source.parameter === 'sign',
  )
}
