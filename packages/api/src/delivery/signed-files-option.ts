import { integer, type OptionChecks, oneOf } from '@stowage/core/internal'

/** Which caches may keep files of signed URLs; none may keep them beyond the expiry. */
export interface SignedFilesOptions {
  /** `private`: the browser that fetched it. `public`: shared caches too, such as a CDN. Default `private`. */
  readonly cache?: 'private' | 'public'
  /**
   * Seconds for which an nginx in front of the app may send a file without asking again (`X-Accel-Expires`), 1 …
   * 604,800. During this time it may send a file that was trashed or purged. Default: nginx keeps none.
   */
  readonly nginxCacheSeconds?: number
}

/** What each option of signed files must be. */
export const SIGNED_FILES: OptionChecks<SignedFilesOptions> = {
  cache: oneOf('private', 'public'),
  nginxCacheSeconds: integer(1, 7 * 24 * 3600),
}
