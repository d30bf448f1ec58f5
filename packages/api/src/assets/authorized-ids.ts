import { randomUUID } from 'node:crypto'
import { type Asset, isStowageError } from '@stowage/core'
import { ASKED_AT_A_TIME, type Verdict, verdictOn } from '../auth/authorize.ts'
import { ApiError } from '../errors/api-error.ts'
import type { AssetAction } from '../options/rights-options.ts'
import type { RequestContext } from '../requests/request-context.ts'
import type { AssetIds } from './asset-ids.ts'

/** What a bulk request may pass to the store. */
interface AuthorizedIds {
  readonly ids: readonly string[]
  /** For each stand-in, the id that the client sent. */
  readonly standIns: ReadonlyMap<string, string>
}

/**
 * The ids of a bulk request after `authorize` was asked about each. Throws 403 that points to every forbidden one.
 * Replaces the ids of assets that must stay unknown with ids that no asset has. So the store itself refuses the
 * request, exactly as for unknown ids.
 */
export async function authorizedIds(
  context: RequestContext,
  action: AssetAction,
  { ids, pointerOf }: Pick<AssetIds, 'ids' | 'pointerOf'>,
): Promise<AuthorizedIds> {
  const standIns = new Map<string, string>()
  if (context.authorize === null || context.principal === null) return { ids, standIns }
  const verdicts: Verdict[] = []
  for (let start = 0; start < ids.length; start += ASKED_AT_A_TIME) {
    const some = ids.slice(start, start + ASKED_AT_A_TIME)
    verdicts.push(...(await Promise.all(some.map((id) => verdictOf(context, action, id)))))
  }
  const [first, ...others] = verdicts.flatMap((verdict, index) =>
    typeof verdict === 'string'
      ? []
      : [{ ...verdict, source: { pointer: pointerOf(ids[index] as string) } }],
  )
  if (first !== undefined) throw new ApiError([first, ...others])
  const passed = ids.map((id, index) => {
    if (verdicts[index] !== 'unknown') return id
    const standIn = randomUUID()
    standIns.set(standIn, id)
    return standIn
  })
  return { ids: passed, standIns }
}

/** An asset that the store does not find is left to the store. */
async function verdictOf(
  { authorize, principal, store }: RequestContext,
  action: AssetAction,
  id: string,
): Promise<Verdict> {
  if (authorize === null || principal === null) return 'allowed'
  let asset: Asset
  try {
    asset = await store.get(id, { trashed: 'include' })
  } catch (error) {
    if (isStowageError(error, 'asset_not_found')) return 'allowed'
    throw error
  }
  return verdictOn(authorize, principal, action, asset)
}
