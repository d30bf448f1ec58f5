import { StowageError } from '@stowage/core'

/** Throws `url_refused` for a URL that is not https, or else http where that is allowed. */
export function assertScheme({ protocol }: URL, allowHttp: boolean): void {
  if (protocol === 'https:' || (allowHttp && protocol === 'http:')) return
  const message = allowHttp
    ? 'Only URLs of http and https are called.'
    : 'Only URLs of https are called. Allow http by `allowHttp`.'
  throw new StowageError('url_refused', message, { context: { reason: 'scheme' } })
}
