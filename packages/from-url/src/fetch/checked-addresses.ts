import { isIP } from 'node:net'
import { raceAbort } from '@stowage/core/internal'
import { type FetchRules, hostOf } from '../rules/fetch-rules.ts'
import { urlFailed, urlRefused } from '../rules/url-errors.ts'

/**
 * The addresses of a URL's host, all of them allowed: `url_refused` when any is not. A name without an address gets the
 * same error, so that the answer does not reveal which names a private network has.
 */
export async function checkedAddresses(
  url: URL,
  rules: FetchRules,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const host = hostOf(url)
  const addresses = isIP(host) === 0 ? await resolved(host, rules, signal) : [host]
  if (addresses.length > 0 && addresses.every(rules.isAllowedAddress)) return addresses
  throw urlRefused('address')
}

async function resolved(
  host: string,
  { resolve, responseTimeout }: FetchRules,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(urlFailed('timeout')), responseTimeout)
  const either = AbortSignal.any([signal, late.signal])
  try {
    return await raceAbort(Promise.resolve(host).then(resolve), either)
  } catch (error) {
    throw either.aborted ? either.reason : urlFailed('unreachable', { cause: error })
  } finally {
    clearTimeout(timer)
  }
}
