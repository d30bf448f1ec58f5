import type { OpenedUrl } from '@stowage/core'
import { integer, type OptionChecks, oneOf } from '@stowage/core/ports'
import type { DeliveryPolicy } from './plan-delivery.ts'

/** Which caches may keep files of signed URLs. None may beyond the expiry. */
export interface SignedFilesOptions {
  /** `private`: the browser that fetched it. `public`: shared caches too, such as a CDN. Default `private`. */
  readonly cache?: 'private' | 'public'
  /**
   * Seconds for which an nginx in front of the app may send a file without asking again (`X-Accel-Expires`), 1 …
   * 604,800. For so long it may send one that was trashed or purged. Default: it keeps none.
   */
  readonly nginxCache?: number
}

/** What each option of signed files must be. */
export const SIGNED_FILES: OptionChecks<SignedFilesOptions> = {
  cache: oneOf('private', 'public'),
  nginxCache: integer(1, 7 * 24 * 3600),
}

/** How a file is delivered to who has its signed URL. */
export function signedDelivery(
  policy: DeliveryPolicy,
  { expiresAt, remaining }: Pick<OpenedUrl, 'expiresAt' | 'remaining'>,
): DeliveryPolicy {
  const { redirectFor, signedFiles } = policy
  const { cache = 'private', nginxCache } = signedFiles
  // A URL of the blob store must not outlive the one that led to it.
  const redirects = redirectFor !== null && remaining > 0
  return Object.assign({}, policy, {
    cacheControl: `${cache}, max-age=${remaining}`,
    varies: false,
    redirectFor: redirects ? Math.min(redirectFor, remaining) : null,
    nginxExpires: nginxCache === undefined ? null : nginxExpiry(expiresAt, remaining, nginxCache),
  })
}

/** What the blob store says to caches: its URL may be opened at the last moment, and still nothing outlives ours. */
export function presignedCacheControl(
  { signedFiles: { cache = 'private' } }: DeliveryPolicy,
  { remaining }: Pick<OpenedUrl, 'remaining'>,
  expiresIn: number,
): string {
  return `${cache}, max-age=${Math.max(0, remaining - expiresIn)}`
}

/** An absolute time, which nginx includes: so it is the second before. */
function nginxExpiry(expiresAt: Date, remaining: number, seconds: number): string {
  const expires = expiresAt.getTime() / 1000
  const thisSecond = expires - remaining - 1
  return `@${Math.min(expires - 1, thisSecond + seconds - 1)}`
}
