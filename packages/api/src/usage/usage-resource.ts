import type { Permission, StoreUsage } from '@stowage/core'

/** What a tenant, or the part of it that the caller sees, has stored. */
export interface UsageAttributes {
  /** Active ones. */
  readonly assets: number
  /** Of originals and variants of the active ones. */
  readonly bytes: number
  readonly trashed_assets: number
  readonly trashed_bytes: number
  /** Active ones of each type; `null` for a caller who sees only a part of the tenant. */
  readonly by_type: StoreUsage['byType']
  /** The limits of the tenant, which include the trash; `null` for a caller who sees only a part of it. */
  readonly quota: StoreUsage['quota']
}

/** A JSON:API resource object of the usage of a tenant. */
export interface UsageResource {
  /** The tenant. */
  readonly id: string
  readonly type: 'usage'
  readonly attributes: UsageAttributes
  /** Only with `with_meta=1`. */
  readonly meta?: {
    /** What the caller may do. */
    readonly permissions: readonly Permission[]
    /**
     * Bytes of replaced contents that can be restored. They are not part of `bytes`, but count for the quota. `null`
     * for a caller who sees only a part of the tenant.
     */
    readonly version_bytes: number | null
    /** Whether the caller manages webhooks: the service has them, and the permissions are enough. */
    readonly webhooks: boolean
  }
}

/** What a caller may do. */
export interface CallerRights {
  readonly permissions: readonly Permission[]
  /** Whether the caller manages webhooks. */
  readonly webhooks: boolean
}

/** The usage of a tenant as clients see it. `rights`: those of the caller; with them it has `meta`. */
export function usageResource(
  tenant: string,
  usage: StoreUsage,
  rights: CallerRights | null,
): UsageResource {
  const { assets, bytes, trashedAssets, trashedBytes, versionBytes, byType, quota } = usage
  return {
    id: tenant,
    type: 'usage',
    attributes: {
      assets,
      bytes,
      trashed_assets: trashedAssets,
      trashed_bytes: trashedBytes,
      by_type: byType,
      quota,
    },
    ...(rights !== null && {
      meta: {
        permissions: rights.permissions,
        version_bytes: versionBytes,
        webhooks: rights.webhooks,
      },
    }),
  }
}
