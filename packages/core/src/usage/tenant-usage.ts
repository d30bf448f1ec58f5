import type { AssetType } from '../assets/asset.ts'
import type { PartUsage } from '../assets/asset-records.ts'
import { creatorPart } from '../assets/asset-scope.ts'
import type { ViewedStore } from '../assets/store-view.ts'
import { invalidArgument } from '../errors/invalid-argument.ts'
import { type CallOptions, requireOptions } from '../options/call-options.ts'
import { CALLS } from '../store/known-options.ts'
import type { StoreCore } from '../store/opening/store-core.ts'
import { eraseTenant } from '../tenants/erase-tenant.ts'
import { requireTenant } from '../tenants/tenant-name.ts'
import { quotaOf } from '../upload/policy/upload-policy.ts'
import { typePart, VERSIONS, WHOLE_TENANT } from './asset-parts.ts'
import { limitsOf } from './quota.ts'
import type { StoreUsage, Tenants, TypeUsage } from './usage.ts'

const TYPES: Readonly<Record<AssetType, true>> = {
  image: true,
  video: true,
  audio: true,
  document: true,
  archive: true,
  other: true,
}
const TYPE_NAMES = Object.keys(TYPES) as readonly AssetType[]
const MAX_TENANTS = 1000
const DEFAULT_TENANTS = 100

const NOTHING: PartUsage = { assets: 0, bytes: 0, trashedAssets: 0, trashedBytes: 0 }

/** `AssetStore.usage` of one tenant, or of a scope of it. */
export async function storeUsage(
  { calls, metadata, uploads }: StoreCore,
  { tenant, scope }: ViewedStore,
  options: CallOptions,
): Promise<StoreUsage> {
  const { signal } = requireOptions(CALLS.usage, options)
  const parts =
    scope === null
      ? [WHOLE_TENANT, VERSIONS, ...TYPE_NAMES.map(typePart)]
      : [creatorPart(scope.createdBy)]
  const read = async (running: AbortSignal): Promise<StoreUsage> => {
    // One call, so that all counts are of one moment: bytes move to versions when content is replaced.
    const [all = NOTHING, versions = NOTHING, ...each] = await metadata.assets.usageOf({
      tenant,
      parts,
    })
    if (scope !== null) return { ...all, versionBytes: null, byType: null, quota: null }
    const quota = limitsOf(await quotaOf(uploads.policy, tenant, running))
    return { ...all, versionBytes: versions.bytes, byType: byType(each), quota }
  }
  return calls.run(() => calls.untilClosed(signal, read), signal)
}

function byType(each: readonly PartUsage[]): Readonly<Record<AssetType, TypeUsage>> {
  const entries = TYPE_NAMES.map((type, index) => {
    const { assets, bytes } = each[index] ?? NOTHING
    return [type, { assets, bytes }]
  })
  return Object.fromEntries(entries) as Record<AssetType, TypeUsage>
}

/** `StoreAdmin.tenants` */
export function storeTenants(core: StoreCore, view: Pick<ViewedStore, 'scope'>): Tenants {
  const { calls, metadata } = core
  const { scope } = view
  return {
    erase: (tenant, options) => eraseTenant(core, view, tenant, options),
    async list(options = {}) {
      const {
        after = null,
        limit = DEFAULT_TENANTS,
        signal,
      } = requireOptions(CALLS.listTenants, options)
      if (scope !== null) {
        throw invalidArgument('scope', 'A scoped store has no other tenants. Use the whole store.')
      }
      if (!Number.isInteger(limit) || limit < 1 || limit > MAX_TENANTS) {
        throw invalidArgument('limit', `limit must be a whole number from 1 to ${MAX_TENANTS}.`)
      }
      if (after !== null) requireTenant(after)
      return calls.look(async () => {
        const found = await metadata.assets.listTenants({ after, limit })
        const next = found.length < limit ? null : (found.at(-1)?.tenant ?? null)
        return { tenants: found, next }
      }, signal)
    },
  }
}
