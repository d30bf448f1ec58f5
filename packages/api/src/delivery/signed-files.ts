import type { OpenedUrl } from '@stowage/core/types'
import type { DeliveryPolicy } from './plan-delivery.ts'

/** How a file is delivered to a client that has its signed URL. */
export function signedDelivery(
  policy: DeliveryPolicy,
  { expiresAt, remaining }: Pick<OpenedUrl, 'expiresAt' | 'remaining'>,
): DeliveryPolicy {
  const { redirectFor, signedFiles } = policy
  const { cache = 'private', nginxCacheSeconds } = signedFiles
  // A URL of the blob store must not outlive the one that led to it.
  const redirects = redirectFor !== null && remaining > 0
  return Object.assign({}, policy, {
    cacheControl: `${cache}, max-age=${remaining}`,
    revalidated: 'private, no-cache',
    varies: [],
    redirectFor: redirects ? Math.min(redirectFor, remaining) : null,
    nginxExpires:
      nginxCacheSeconds === undefined ? null : nginxExpiry(expiresAt, remaining, nginxCacheSeconds),
  })
}

/**
 * What the blob store tells caches. Its URL may be opened at the last moment, and even then nothing outlives our URL.
 */
export function presignedCacheControl(
  { signedFiles: { cache = 'private' } }: DeliveryPolicy,
  { remaining }: Pick<OpenedUrl, 'remaining'>,
  expiresIn: number,
): string {
  return `${cache}, max-age=${Math.max(0, remaining - expiresIn)}`
}

/** An absolute time, one second early because nginx includes it. */
function nginxExpiry(expiresAt: Date, remaining: number, seconds: number): string {
  const expires = expiresAt.getTime() / 1000
  const thisSecond = expires - remaining - 1
  return `@${Math.min(expires - 1, thisSecond + seconds - 1)}`
}
