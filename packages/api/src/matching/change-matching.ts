import { type Asset, revisionOf } from '@stowage/core'
import { assetNotFound } from '@stowage/core/internal'
import type { ChangeMatchingOptions, MatchingAssets } from '@stowage/core/types'
import { ASKED_AT_A_TIME, assertAuthorized } from '../auth/authorize.ts'
import type { AssetAction } from '../options/rights-options.ts'
import type { RequestContext } from '../requests/request-context.ts'
import type { MatchingSelection } from './asset-selection.ts'
import { explainBulkChange } from './bulk-request.ts'

/**
 * Changes all assets that match. With `authorize`, asks about each of them before it changes the first; one that is not
 * allowed refuses the request. Asks about an asset that begins to match later, or has changed since, when its turn
 * comes.
 */
export async function changeMatching(
  context: RequestContext,
  action: AssetAction,
  { filter, expected }: MatchingSelection,
  change: (assets: MatchingAssets, options: ChangeMatchingOptions) => Promise<unknown>,
): Promise<void> {
  const { authorize, store, request } = context
  const { signal } = request
  /** The revisions of the allowed assets, by id. */
  const allowed = new Map<string, string>()

  async function approve(assets: readonly Asset[]): Promise<void> {
    const others = assets.filter((asset) => allowed.get(asset.id) !== revisionOf(asset))
    for (let start = 0; start < others.length; start += ASKED_AT_A_TIME) {
      const some = others.slice(start, start + ASKED_AT_A_TIME)
      await Promise.all(
        some.map((asset) =>
          assertAuthorized(context, action, asset, () => assetNotFound([asset.id])),
        ),
      )
      for (const asset of some) allowed.set(asset.id, revisionOf(asset))
    }
  }

  /** Asks about nothing when the number differs: the run itself refuses that. */
  async function approveAll(): Promise<void> {
    const trashed = action === 'restore'
    if ((await store.matching(filter).count({ trashed, signal })) !== expected) return
    let some: Asset[] = []
    for await (const asset of store.matching(filter).iterate({ trashed, signal })) {
      some.push(asset)
      if (some.length < ASKED_AT_A_TIME) continue
      await approve(some)
      some = []
    }
    await approve(some)
  }

  try {
    if (authorize === null) await change(store.matching(filter), { expected, signal })
    else {
      await approveAll()
      await change(store.matching(filter), { expected, approve, signal })
    }
  } catch (error) {
    throw explainBulkChange(error)
  }
}
