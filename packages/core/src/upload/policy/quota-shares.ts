import { raceAbort } from '../../async/abortable.ts'
import { quotaExceeded } from '../../errors/metadata-errors.ts'
import type { MetadataStore } from '../../ports/metadata-store.ts'
import { MEMORY_LIMIT } from '../../staging/stage-upload.ts'
import { type Policy, quotaOf } from './upload-policy.ts'

/**
 * What one upload under way takes of its tenant's quota. Refuses early what `insert` would refuse in the end:
 * `quota_exceeded`. All bytes under way of a tenant in this process count together, so that no number of
 * uploads stages more than the quota. Up to 256 KiB of them are not looked at.
 */
export interface QuotaShare {
  /** At least so many bytes will come. */
  expect(bytes: number): Promise<void> | undefined
  /** So many bytes have come. */
  receive(bytes: number): Promise<void> | undefined
  /** The upload failed, or is about to be inserted: from then on the database counts it. */
  release(): void
}

interface QuotaShareRequest {
  readonly tenant: string
  /** May be a repetition, which is answered although its bytes are stored already: those do not count. */
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
  const underWay = new Map<string, number>()

  function count(tenant: string, bytes: number): void {
    const sum = (underWay.get(tenant) ?? 0) + bytes
    if (sum > 0) underWay.set(tenant, sum)
    else underWay.delete(tenant)
  }

  return ({ tenant, isRepeatable, signal }) => {
    if (policy.quota === undefined) return null
    /** Bytes of this upload that count, and those of them that have come. */
    let counted = 0
    let received = 0
    /** What uploads under way may take; asked once, because it only bounds: `insert` decides. */
    let room: { readonly quota: number | null; readonly free: number } | undefined
    let asking: Promise<void> | undefined

    function check(): Promise<void> | undefined {
      if ((underWay.get(tenant) ?? 0) <= MEMORY_LIMIT) return undefined
      if (room !== undefined) return assertFits()
      asking ??= ask()
      return asking
    }

    async function ask(): Promise<void> {
      const quota = await quotaOf(policy, tenant, signal)
      const counts = quota !== null && !isRepeatable
      const used = counts ? (await raceAbort(metadata.assets.usage(tenant), signal)).bytes : 0
      room = { quota, free: quota === null ? Number.POSITIVE_INFINITY : quota - used }
      assertFits()
    }

    function assertFits(): undefined {
      if (room?.quota == null || (underWay.get(tenant) ?? 0) <= room.free) return
      // At once: what is refused must not make others be refused too.
      release()
      throw quotaExceeded(room.quota)
    }

    function grow(to: number): Promise<void> | undefined {
      if (to > counted) {
        count(tenant, to - counted)
        counted = to
      }
      return check()
    }

    function release(): void {
      count(tenant, -counted)
      counted = 0
    }

    return {
      expect: (bytes) => grow(bytes),
      receive(bytes) {
        received += bytes
        return grow(received)
      },
      release,
    }
  }
}
