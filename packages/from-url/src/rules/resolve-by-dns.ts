import { promises } from 'node:dns'

/** What DNS says of a name that has no address of a kind. */
const NONE = ['ENODATA', 'ENOTFOUND']

/**
 * All addresses of a host. Asks DNS itself: the system's resolver would hold a thread that files need, for as long as a
 * hostile name server likes, and would look into the hosts file. Rejects when DNS does not answer.
 */
export async function resolveByDns(host: string, timeout: number): Promise<readonly string[]> {
  const resolver = new promises.Resolver({ timeout: Math.ceil(timeout / 2), tries: 1 })
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const addresses = answers.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
  if (addresses.length > 0) return addresses
  for (const answer of answers) {
    if (answer.status === 'rejected' && !NONE.includes(answer.reason.code)) throw answer.reason
  }
  return []
}
