import type { AssetType } from '../model/asset.ts'
import type { QuotaLimits } from '../model/quota.ts'
import type { PartUsage, TenantEntry } from '../ports/asset-records.ts'
import type { CallOptions } from './call-options.ts'

/** How many assets, and how many bytes their originals and variants have. */
export interface TypeUsage {
  readonly assets: number
  readonly bytes: number
}

/** What a tenant, or a scope of it, has stored, all of one moment. */
export interface StoreUsage extends PartUsage {
  /**
   * Bytes of contents that were replaced and can be restored. They count for the quota, beside `bytes` and
   * `trashedBytes`. `null` in a scoped store.
   */
  readonly versionBytes: number | null
  /** Active assets of each type. `null` in a scoped store, whose assets are not counted by type. */
  readonly byType: Readonly<Record<AssetType, TypeUsage>> | null
  /** What the `quota` hook allows the tenant. `null` in a scoped store: the quota is that of the tenant as a whole. */
  readonly quota: QuotaLimits | null
}

/** Which tenants. */
export interface ListTenantsOptions extends CallOptions {
  /** Those after this name: the `next` of the page before. Default: from the first. */
  readonly after?: string | null
  /** 1 … 1000. Default 100. */
  readonly limit?: number
}

/** Some tenants, and what each has. */
export interface TenantPage {
  /** By name, in the order of code points. */
  readonly tenants: readonly TenantEntry[]
  /** What to pass as `after` for the next page; `null` when there is none. */
  readonly next: string | null
}

/** All tenants of the store, whichever a view is of. A scoped store refuses: `invalid_argument`. */
export interface Tenants {
  /** The tenants that an asset was ever stored for, those included that have none any more. */
  list(options?: ListTenantsOptions): Promise<TenantPage>
}
