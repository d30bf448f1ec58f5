import { quotaExceeded } from '../errors/metadata-errors.ts'
import type { StowageError } from '../errors/stowage-error.ts'

/** What a tenant may store at most, live and trashed. `null`: no limit. */
export interface QuotaLimits {
  /** Of originals and variants. */
  readonly bytes: number | null
  readonly assets: number | null
}

/** Limits, any of which may be left out; a number limits the bytes alone. */
export type Quota = number | Partial<QuotaLimits>

const UNLIMITED: QuotaLimits = { bytes: null, assets: null }

/** The limits that a quota sets. */
export function limitsOf(quota: Quota | null): QuotaLimits {
  if (quota === null) return UNLIMITED
  return typeof quota === 'number' ? { bytes: quota, assets: null } : { ...UNLIMITED, ...quota }
}

/** `quota_exceeded` when a tenant with this much would exceed the quota; otherwise `null`. */
export function quotaRefusal(
  quota: Quota | null,
  { assets, bytes }: { readonly assets: number; readonly bytes: number },
): StowageError | null {
  const limits = limitsOf(quota)
  if (limits.bytes !== null && bytes > limits.bytes) return quotaExceeded('bytes', limits.bytes)
  if (limits.assets !== null && assets > limits.assets) {
    return quotaExceeded('assets', limits.assets)
  }
  return null
}
