import { StowageError } from '@stowage/core'
import type { UrlFailure, UrlRefusal } from '@stowage/core/types'

const REFUSALS: Readonly<Record<UrlRefusal, string>> = {
  invalid: 'This is no URL of at most 8192 characters. Write it with its scheme: https://…',
  scheme: 'Only URLs of http and https are fetched.',
  credentials: 'A URL with a user name or password is not fetched. Leave them out.',
  port: 'This port is not among those that are fetched from. Add it to `ports`.',
  host: 'This host is not in `allowedHosts`.',
  address:
    'This host has no address, or one that is not of the public internet. Add networks of your own to `allowedNetworks`.',
  downgrade: 'A redirect leads from https to http. Allow that by `allowDowngrade`.',
}

const FAILURES: Readonly<Record<UrlFailure, string>> = {
  unreachable: 'The host of the URL cannot be reached, or has no valid certificate.',
  timeout: 'The host of the URL is too slow.',
  status: 'The host of the URL has no such file: it did not answer 200.',
  redirects: 'The URL redirects too often, or to nowhere.',
  encoding: 'The host of the URL sends the file encoded, although it was asked not to.',
  protocol: 'The host of the URL does not answer as HTTP demands.',
  incomplete: 'The host of the URL broke off before the file was whole.',
}

/** `url_refused`: the URL is not fetched, for this reason. */
export function urlRefused(reason: UrlRefusal): StowageError {
  return new StowageError('url_refused', REFUSALS[reason], { context: { reason } })
}

/** `url_failed`: the fetch began, but no complete file came. `status`: that of the answer, when it is the reason. */
export function urlFailed(
  reason: UrlFailure,
  { status, cause }: { readonly status?: number | undefined; readonly cause?: unknown } = {},
): StowageError {
  const context = { reason, ...(status !== undefined && { status }) }
  return new StowageError('url_failed', FAILURES[reason], { context, cause })
}
