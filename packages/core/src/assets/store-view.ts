import type { LocationMode } from '../location/location-mode.ts'
import type { StoreLimits } from '../options/limits.ts'
import type { Trace } from '../tracing/trace-events.ts'
import type { AssetScope } from './asset-scope.ts'

/** What a view of a store reaches, and what it may do. */
export interface StoreView {
  /** The tenant whose assets and keys it reaches. */
  readonly tenant: string
  /** Which of the tenant's assets it reaches; `null`: all. */
  readonly scope: AssetScope | null
  /** Whether every change is refused as `unavailable`. */
  readonly readOnly: boolean
  /** Whether it keeps a change feed: see `AssetStore.events`. */
  readonly events: boolean
  /** Whether it has the option `webhooks`: see `AssetStore.webhooks`. */
  readonly webhooks: boolean
  /** What happens to the place where a photo was taken. */
  readonly location: LocationMode
  /** The limits in force: those of the options, with the defaults for the rest. */
  readonly limits: StoreLimits
}

/** Which assets a view reaches. */
export interface ViewedStore extends Pick<StoreView, 'tenant' | 'scope'> {
  /** What the calls of the view are part of. Default: nothing that is traced. */
  readonly trace?: Trace | null
}

/** Options of `for`: the tenant, scope and user of the new view. What is left out stays as it is. */
export interface ViewOptions {
  /** The name of the tenant whose assets and keys the view reaches. */
  readonly tenant?: string
  /**
   * Limits the view to these assets of the tenant. It finds, lists, counts and changes no others, whatever id or
   * idempotency key the caller gives. An upload gets the `createdBy` of the scope, whoever its principal is. A ticket
   * that the view creates uploads for the scope.
   *
   * The scope limits calls that take ids and calls that list. Keys, `admin`, events and the quota stay those of the
   * tenant or of the whole store, as does `get` with `tenant: 'any'`; and `seq` counts all assets of the tenant. A view
   * cannot be widened: `invalid_argument` for a scope other than its own.
   */
  readonly scope?: AssetScope
  /**
   * Who the audit trail names for writes: an id of a user or a key, up to 255 characters. Within the tenant, searches,
   * variants and uploads of different actors take turns, so that one user's many calls do not hold up another's.
   */
  readonly actor?: string
  /** Used for taking turns in place of the actor. */
  readonly caller?: string
}
