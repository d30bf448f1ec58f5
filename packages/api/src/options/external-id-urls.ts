import { type Check, check, invalidArgument } from '@stowage/core/internal'

/** How external ids lead to files, and who gets files. */
export interface ExternalIdAccess {
  readonly externalIdUrls?: boolean | 'guessable'
  readonly access?: 'key' | 'public'
}

/** Checks the option `externalIdUrls`. */
export const externalIdUrlsOption: Check = check(
  "true, false or 'guessable'",
  (value) => typeof value === 'boolean' || value === 'guessable',
)

/**
 * Throws `invalid_argument` when anyone who counts through external ids would get files, and the app has not allowed
 * that.
 */
export function assertNotGuessable({ externalIdUrls, access }: ExternalIdAccess): void {
  if (externalIdUrls !== true || access !== 'public') return
  throw invalidArgument(
    'externalIdUrls',
    "With access: 'public' everyone can try external ids until one leads to a file. Say externalIdUrls: 'guessable' if they may, or leave access: 'public' out.",
  )
}
