import type { AssetType } from '../assets/asset.ts'
import type { PartUsage, TenantEntry } from '../assets/asset-records.ts'
import type { CallOptions } from '../options/call-options.ts'
import type { EraseTenantOptions, ErasureReport } from '../tenants/erase.ts'
import type { QuotaLimits } from './quota.ts'

/** How many assets, and how many bytes their originals and variants have. */
export interface TypeUsage {
  readonly assets: number
  readonly bytes: number
}

/** What a tenant, or a scope of it, has stored, all as of one moment. */
export interface StoreUsage extends PartUsage {
  /**
   * Bytes of contents that were replaced and can be restored. They count toward the quota, in addition to `bytes` and
   * `trashedBytes`. `null` in a scoped store.
   */
  readonly versionBytes: number | null
  /** Active assets of each type. `null` in a scoped store, whose assets are not counted by type. */
  readonly byType: Readonly<Record<AssetType, TypeUsage>> | null
  /** What the `quota` hook allows the tenant. `null` in a scoped store: the quota is that of the tenant as a whole. */
  readonly quota: QuotaLimits | null
}

/** Options of `tenants.list`: which page of the tenants. */
export interface ListTenantsOptions extends CallOptions {
  /** Only tenants after this name: the `next` of the previous page. Default: from the first. */
  readonly after?: string | null
  /** 1 … 1000. Default 100. */
  readonly limit?: number
}

/** One page of tenants, and what each has stored. */
export interface TenantPage {
  /** Sorted by name, by code point. */
  readonly tenants: readonly TenantEntry[]
  /** What to pass as `after` for the next page; `null` when there is none. */
  readonly next: string | null
}

/**
 * All tenants of the store, whichever tenant the view is of. A scoped store refuses these methods as
 * `invalid_argument`.
 */
export interface Tenants {
  /** Lists every tenant that an asset was ever stored for, even if it has none left. */
  list(options?: ListTenantsOptions): Promise<TenantPage>
  /**
   * Deletes everything of a tenant: assets, active and in the trash, their files and variants, folders, keys, tickets,
   * its audit trail, its name. Resolves to how much this call deleted, once the files are deleted and the database has
   * overwritten the rows as far as it can. It cannot be undone. Emits `asset.purged` for each asset.
   *
   * Meanwhile the tenant accepts nothing new: uploads are `unavailable`. An erasure that was cut off continues when it
   * is called again; call it until it resolves. `unavailable` while deletion is paused, while the records move to
   * another database, or when the storage did not delete a file.
   *
   * @example
   * ```ts
   * import { openAssetStore } from '@stowage/core'
   *
   * const store = await openAssetStore({ directory: './media' })
   * const { assets, files } = await store.admin.tenants.erase('acme', { confirm: 'acme' })
   * console.log(`${assets} assets and ${files} files are gone`)
   * ```
   */
  erase(tenant: string, options: EraseTenantOptions): Promise<ErasureReport>
}
