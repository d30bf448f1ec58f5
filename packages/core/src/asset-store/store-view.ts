import type { AssetScope } from '../model/assets/asset-scope.ts'
import type { StoreLimits } from './limits.ts'

/** What a view of a store reaches, and what it may. */
export interface StoreView {
  /** The tenant whose assets and keys it reaches. */
  readonly tenant: string
  /** Which of the tenant's assets it reaches; `null`: all. */
  readonly scope: AssetScope | null
  /** Whether every change is refused as `unavailable`. */
  readonly readOnly: boolean
  /** The limits in force: those of the options, with the defaults for the rest. */
  readonly limits: StoreLimits
}

/** Which assets a view reaches. */
export type ViewedStore = Pick<StoreView, 'tenant' | 'scope'>

/** Of whom another view of a store is. What is left out stays as it is. */
export interface ViewOptions {
  /** The name of the tenant whose assets and keys the view reaches. */
  readonly tenant?: string
  /**
   * Only these assets of the tenant. The view finds, lists, counts and changes no other asset, whichever id or idempotency
   * key the caller gives. An upload gets the `createdBy` of the scope, whoever its principal is. A ticket that the view
   * creates uploads for the scope.
   *
   * It limits calls that take ids and calls that list. Keys, `admin`, events and the quota stay those of the tenant or of
   * the whole store, as does `get` with `tenant: 'any'`; and `seq` counts all assets of the tenant. A view cannot be
   * widened: `invalid_argument` for another scope than its own.
   */
  readonly scope?: AssetScope
  /**
   * Whom writes name in the audit trail: an id of a user or a key, up to 255 characters. Searches, variants and uploads
   * take turns by it, within the tenant: one user's many do not hold up another's.
   */
  readonly actor?: string
  /** Takes turns instead of the actor. */
  readonly caller?: string
}
