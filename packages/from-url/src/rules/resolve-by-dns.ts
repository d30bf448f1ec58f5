import { promises } from 'node:dns'

/** What DNS answers for a name that has no address of a kind. */
const NONE = ['ENODATA', 'ENOTFOUND']

/**
 * All addresses of a host. Asks DNS directly: the system's resolver would hold a thread that file access needs for as
 * long as a hostile name server likes, and would read the hosts file. Rejects when DNS does not answer.
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
