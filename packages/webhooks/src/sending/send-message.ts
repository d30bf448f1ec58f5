import { isStowageError } from '@stowage/core'
import { LinkedAbort } from '@stowage/core/internal'
import type { WebhookAnswer, WebhookMessage } from '@stowage/core/types'
import {
  checkedAddresses,
  type FetchRules,
  requireUrl,
  sendRequest,
} from '@stowage/from-url/internal'
import { signedHeaders } from '../signing/signed-headers.ts'
import { answerText, keptText } from './answer-text.ts'
import { retryAfterOf } from './retry-after.ts'

/** Makes one attempt within the rules. Follows no redirect. Rejects only when the signal aborts. */
export async function sendMessage(
  message: WebhookMessage,
  rules: FetchRules,
  signal: AbortSignal,
): Promise<WebhookAnswer> {
  const ending = new LinkedAbort(signal)
  const timer = setTimeout(() => ending.abort(new Error('timeout')), rules.timeout)
  try {
    return await attempt(message, rules, ending.signal)
  } catch (error) {
    if (signal.aborted) throw signal.reason
    return { status: null, text: reasonOf(error, ending.signal, rules.timeout), retryAfter: null }
  } finally {
    clearTimeout(timer)
    ending.unlink()
    // However the attempt ended, close the connection.
    ending.abort()
  }
}

async function attempt(
  message: WebhookMessage,
  rules: FetchRules,
  signal: AbortSignal,
): Promise<WebhookAnswer> {
  const url = requireUrl(message.url)
  rules.assertUrl(url)
  const addresses = await checkedAddresses(url, rules, signal)
  const now = Date.now()
  const response = await sendRequest(url, addresses, rules, signal, {
    method: 'POST',
    headers: Object.assign(
      {
        accept: '*/*',
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(message.body)),
      },
      signedHeaders(message, Math.floor(now / 1000)),
    ),
    body: message.body,
  })
  const status = response.statusCode ?? 0
  const retryAfter = retryAfterOf(response.headers['retry-after'], now)
  // The status says whether the receiver has the event, even when its text breaks off.
  const text = await answerText(response).catch(() => '')
  return { status, text, retryAfter }
}

/** Why no answer came. Reveals no more than the rules do. */
function reasonOf(error: unknown, { aborted }: AbortSignal, timeout: number): string {
  if (aborted) return `timeout: the endpoint did not answer within ${timeout} milliseconds.`
  if (!isStowageError(error)) return 'unreachable: the endpoint could not be called.'
  const { reason } = error.context as { readonly reason?: string }
  return keptText(`${reason ?? error.code}: ${error.message}`)
}
