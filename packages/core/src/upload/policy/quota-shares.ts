import type { TenantUsage } from '../../assets/asset-records.ts'
import { raceAbort } from '../../async/abortable.ts'
import type { MetadataStore } from '../../ports/metadata-store.ts'
import { MEMORY_LIMIT } from '../../staging/stage-upload.ts'
import { type Quota, quotaRefusal } from '../../usage/quota.ts'
import { type Policy, quotaOf } from './upload-policy.ts'

/**
 * The share of its tenant's quota that one running upload takes. Refuses early what `insert` would refuse in the
 * end: `quota_exceeded`. All running uploads of a tenant in this process count together, so that no number of
 * uploads stages more than the quota. Up to 256 KiB of them are not checked, nor is the number of files while each
 * upload has one.
 */
export interface QuotaShare {
  /** At least that many bytes and files will arrive. */
  expect(atLeast: { readonly bytes: number; readonly files: number }): Promise<void> | undefined
  /** That many bytes have arrived. */
  receive(bytes: number): Promise<void> | undefined
  /** The upload failed, or is about to be inserted, and the database counts it from then on. */
  release(): void
}

interface QuotaShareRequest {
  readonly tenant: string
  /**
   * The upload may be a repetition, which succeeds although its bytes are already stored: stored bytes do not
   * count.
   */
  readonly isRepeatable: boolean
  readonly signal: AbortSignal
}

/** Makes the share of one upload; `null` without a quota. */
export type QuotaShares = (request: QuotaShareRequest) => QuotaShare | null

/** The shares of all uploads of a store. */
export function createQuotaShares(options: {
  readonly policy: Policy
  readonly metadata: MetadataStore
}): QuotaShares {
  const { policy, metadata } = options
  const underWay = new Map<string, TenantUsage>()

  function countOf(tenant: string): TenantUsage {
    return underWay.get(tenant) ?? NOTHING
  }

  function add(tenant: string, more: TenantUsage): void {
    const sum = sumOf(countOf(tenant), more)
    if (sum.assets > 0 || sum.bytes > 0) underWay.set(tenant, sum)
    else underWay.delete(tenant)
  }

  return ({ tenant, isRepeatable, signal }) => {
    if (policy.quota === undefined) return null
    /** The counted part of this upload, and its bytes that have arrived. */
    let counted = NOTHING
    let received = 0
    /** What running uploads may take. Read once, because it is only a bound: `insert` decides. */
    let room: { readonly quota: Quota | null; readonly used: TenantUsage } | undefined
    let asking: Promise<void> | undefined

    function check(): Promise<void> | undefined {
      if (countOf(tenant).bytes <= MEMORY_LIMIT && counted.assets <= 1) return undefined
      if (room !== undefined) return assertFits()
      asking ??= ask()
      return asking
    }

    async function ask(): Promise<void> {
      const quota = await quotaOf(policy, tenant, signal)
      const counts = quota !== null && !isRepeatable
      const used = counts ? await raceAbort(metadata.assets.usage(tenant), signal) : NOTHING
      room = { quota, used }
      assertFits()
    }

    function assertFits(): undefined {
      if (room === undefined) return
      const refusal = quotaRefusal(room.quota, sumOf(room.used, countOf(tenant)))
      if (refusal === null) return
      // At once, so that a refused upload does not cause other refusals.
      release()
      throw refusal
    }

    function grow(to: TenantUsage): Promise<void> | undefined {
      const assets = Math.max(0, to.assets - counted.assets)
      const bytes = Math.max(0, to.bytes - counted.bytes)
      if (assets > 0 || bytes > 0) {
        add(tenant, { assets, bytes })
        counted = sumOf(counted, { assets, bytes })
      }
      return check()
    }

    function release(): void {
      add(tenant, { assets: -counted.assets, bytes: -counted.bytes })
      counted = NOTHING
    }

    return {
      expect: ({ bytes, files }) => grow({ assets: files, bytes }),
      receive(bytes) {
        received += bytes
        return grow({ assets: counted.assets, bytes: received })
      },
      release,
    }
  }
}

const NOTHING: TenantUsage = { assets: 0, bytes: 0 }

function sumOf(one: TenantUsage, other: TenantUsage): TenantUsage {
  return { assets: one.assets + other.assets, bytes: one.bytes + other.bytes }
}
