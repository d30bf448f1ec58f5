import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest, type RequestOptions } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isStowageError, type StowageError } from '@stowage/core'
import type { FetchRules } from '../rules/fetch-rules.ts'
import { urlFailed, urlRefused } from '../rules/url-errors.ts'

/** The most bytes that the headers of an answer may have. */
const MAX_HEADERS = 16 * 1024

/** What is sent besides the URL. */
export interface SentRequest {
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  /** `null`: none. */
  readonly body: string | null
}

const GET: SentRequest = { method: 'GET', headers: { accept: '*/*' }, body: null }

/**
 * Requests a URL, and resolves to the answer once its headers have arrived. Connects only to these addresses, whatever
 * DNS says meanwhile. An abort closes the connection, even while the body is read.
 */
export function sendRequest(
  url: URL,
  addresses: readonly string[],
  { isAllowedAddress, responseTimeout }: Pick<FetchRules, 'isAllowedAddress' | 'responseTimeout'>,
  signal: AbortSignal,
  sent: SentRequest = GET,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request =
      url.protocol === 'https:'
        ? httpsRequest(url, { ...optionsOf(addresses, sent), agent: new HttpsAgent() })
        : httpRequest(url, { ...optionsOf(addresses, sent), agent: new HttpAgent() })
    const timer = setTimeout(() => request.destroy(urlFailed('timeout')), responseTimeout)
    const abort = (): void => void request.destroy(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    request.once('socket', (socket) => {
      socket.once('connect', () => {
        if (!isAllowedAddress(socket.remoteAddress ?? '')) request.destroy(urlRefused('address'))
      })
    })
    request.once('response', (response) => {
      clearTimeout(timer)
      // Its reader learns of errors; until it has a reader, an error must not end the process.
      response.on('error', () => {})
      resolve(response)
    })
    request.on('error', (error) => reject(signal.aborted ? signal.reason : failureOf(error)))
    request.once('close', () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
      reject(urlFailed('unreachable'))
    })
    request.end(sent.body ?? undefined)
    if (signal.aborted) abort()
  })
}

/** Each request has its own agent: a kept connection was checked for another host. */
function optionsOf(addresses: readonly string[], { method, headers }: SentRequest): RequestOptions {
  return {
    method,
    lookup: pinnedTo(addresses),
    // Settings in the environment for proxies, certificates and the parser do not count.
    rejectUnauthorized: true,
    insecureHTTPParser: false,
    maxHeaderSize: MAX_HEADERS,
    headers: Object.assign(
      { 'accept-encoding': 'identity', 'user-agent': 'Stowage', connection: 'close' },
      headers,
    ),
  }
}

function pinnedTo(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_host, { all: wantsAll }, done) => {
    if (wantsAll === true) done(null, all)
    else done(null, all[0]?.address ?? '', all[0]?.family)
  }
}

function failureOf(error: Error): StowageError {
  if (isStowageError(error)) return error
  const { code } = error as { readonly code?: unknown }
  const isProtocol = typeof code === 'string' && code.startsWith('HPE_')
  return urlFailed(isProtocol ? 'protocol' : 'unreachable', { cause: error })
}
