import type { IncomingMessage } from 'node:http'
import { StowageError } from '@stowage/core'
import type { FetchRules } from '../rules/fetch-rules.ts'
import { urlFailed, urlRefused } from '../rules/url-errors.ts'
import { checkedAddresses } from './checked-addresses.ts'
import { pacedBody } from './paced-body.ts'
import { remoteName } from './remote-name.ts'
import { sendRequest } from './send-request.ts'

/** A file that another host has begun to send. */
export interface RemoteFile {
  /** The name that the host gives it; not sanitised. */
  readonly name: string
  /** Read it to its end, or end it by `return` or by the signal: otherwise its connection stays open. */
  readonly body: AsyncGenerator<Uint8Array>
}

const REDIRECTS = [301, 302, 303, 307, 308]

/**
 * Fetches a URL within the rules, and follows its redirects. `file_too_large` when the host announces more than
 * `maxBytes`. The reader must count the bytes of a body without a length.
 */
export async function openUrl(
  first: URL,
  rules: FetchRules,
  { maxBytes, signal }: { readonly maxBytes: number; readonly signal: AbortSignal },
): Promise<RemoteFile> {
  rules.assertUrl(first)
  let url = first
  for (let redirects = 0; redirects <= rules.maxRedirects; redirects += 1) {
    const addresses = await checkedAddresses(url, rules, signal)
    const response = await sendRequest(url, addresses, rules, signal)
    try {
      const next = redirectOf(response, url)
      if (next === null) {
        assertFile(response, maxBytes)
        const body = pacedBody(response, rules, signal)
        return { name: remoteName(response.headers, url), body }
      }
      rules.assertUrl(next, url)
      response.destroy()
      url = next
    } catch (error) {
      response.destroy()
      throw error
    }
  }
  throw urlFailed('redirects')
}

/** Where an answer redirects to; `null` when it does not. */
function redirectOf({ statusCode = 0, headers }: IncomingMessage, url: URL): URL | null {
  if (!REDIRECTS.includes(statusCode)) return null
  const { location } = headers
  if (location === undefined) throw urlFailed('redirects', { status: statusCode })
  if (!URL.canParse(location, url.href)) throw urlRefused('invalid')
  return new URL(location, url)
}

function assertFile({ statusCode, headers }: IncomingMessage, maxBytes: number): void {
  if (statusCode !== 200) throw urlFailed('status', { status: statusCode })
  const codings = [
    headers['content-encoding'] ?? 'identity',
    headers['transfer-encoding'] ?? 'chunked',
  ]
  // Coding names are case-insensitive: RFC 9110, section 8.4.1, and RFC 9112, section 7.
  if (codings.join().toLowerCase() !== 'identity,chunked') throw urlFailed('encoding')
  if (Number(headers['content-length'] ?? 0) <= maxBytes) return
  const message = `The file at this URL has more than ${maxBytes} bytes.`
  throw new StowageError('file_too_large', message, { context: { limit: maxBytes } })
}
