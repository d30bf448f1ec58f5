import type { AssetScope, AssetStore, Principal } from '@stowage/core'
import { invalidArgument } from '@stowage/core/internal'
import type { Scope } from '../options/rights-options.ts'

/**
 * The store as this principal sees it: its tenant, within its scope. Rejects with what `scope` throws, and with
 * `invalid_argument` when it returns neither a scope nor `'everything'`: a mistake there shows nothing.
 */
export async function scopedStore(
  store: AssetStore,
  principal: Principal,
  scope: Scope,
): Promise<AssetStore> {
  const own = store.for({ tenant: principal.tenant })
  const given: unknown = await scope(principal)
  if (given === 'everything') return own
  if (typeof given !== 'object' || given === null) {
    const message =
      "scope must return a scope, such as { createdBy: principal.id }, or 'everything'."
    throw invalidArgument('scope', message)
  }
  return own.for({ scope: given as AssetScope })
}
