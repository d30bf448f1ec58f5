import { isIP } from 'node:net'
import { LinkedAbort, raceAbort } from '@stowage/core/internal'
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
  const ending = new LinkedAbort(signal)
  const timer = setTimeout(() => ending.abort(urlFailed('timeout')), responseTimeout)
  try {
    return await raceAbort(Promise.resolve(host).then(resolve), ending.signal)
  } catch (error) {
    throw ending.signal.aborted ? ending.signal.reason : urlFailed('unreachable', { cause: error })
  } finally {
    clearTimeout(timer)
    ending.unlink()
  }
}
