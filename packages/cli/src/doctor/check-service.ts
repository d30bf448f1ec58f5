import { createClient, isApiClientError } from '@stowage/client'
import { wordsOf } from '../exit/explain-error.ts'
import type { ServiceLocation } from '../options/location.ts'
import { formatBytes, formatItems } from '../output/quantities.ts'
import { usageOfServer } from '../target/usage-facts.ts'
import { type Finding, failing, fine, warning } from './finding.ts'

/** Seconds. Up to this, caches, signatures and lists of the newest do not suffer. */
const SMALL = 30
const LARGE = 300
const OF_THIS_MACHINE = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Checks whether a service answers, accepts the key, and has the same time. */
export async function checkService({ url, key }: ServiceLocation): Promise<Finding[]> {
  const findings: Finding[] = []
  let date: string | null = null
  const client = createClient({
    baseUrl: url,
    retries: 0,
    ...(key !== undefined && { token: key }),
    fetch: async (...request) => {
      const response = await fetch(...request)
      date = response.headers.get('date')
      return response
    },
  })
  try {
    const { assets, bytes } = usageOfServer(await client.usage())
    findings.push(
      fine('service', `${url} answers: ${formatItems(assets, 'file')}, ${formatBytes(bytes)}`),
    )
  } catch (error) {
    const isForbidden = isApiClientError(error) && error.code === 'forbidden'
    findings.push(
      isForbidden
        ? warning('service', `${url} answers, but this key may not read`, wordsOf(error))
        : failing('service', `${url} cannot be used`, wordsOf(error)),
    )
  }
  const { protocol, hostname } = new URL(url)
  if (protocol === 'http:' && !OF_THIS_MACHINE.test(hostname)) {
    const todo = 'Put HTTPS in front of the service, and name it with https://.'
    findings.push(warning('network', 'the key and all files travel unencrypted', todo))
  }
  return date === null ? findings : [...findings, checkClock(date, Date.now())]
}

/** Compares the clock of this machine with a Date header, which is whole seconds. */
export function checkClock(date: string, now: number): Finding {
  const seconds = Math.round((now - Date.parse(date)) / 1000)
  const off = Math.abs(seconds)
  const text = `${off} s ${seconds < 0 ? 'behind' : 'ahead of'} the service`
  if (off < 2) return fine('clock', 'the same as that of the service')
  if (off <= SMALL) return fine('clock', `${text}: fine`)
  const todo = 'Let both machines set their clocks by NTP.'
  return off <= LARGE ? warning('clock', text, todo) : failing('clock', text, todo)
}
