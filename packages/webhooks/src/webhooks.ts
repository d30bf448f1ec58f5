import { checkOptions } from '@stowage/core/internal'
import type { WebhookSender } from '@stowage/core/types'
import { createFetchRules, requireUrl } from '@stowage/from-url/internal'
import { assertScheme } from './rules/assert-scheme.ts'
import { WEBHOOK_RULES, type WebhookRules } from './rules/webhook-rules.ts'
import { sendMessage } from './sending/send-message.ts'

/** Milliseconds. */
const DEFAULT_TIMEOUT = 15_000

/**
 * Sends webhooks, for the option `webhooks` of the API. Each is signed as Standard Webhooks 1.0 say. Safe for URLs from
 * strangers: it connects only to machines on the public internet, over https, and follows no redirect. `rules` can
 * change where it connects. `invalid_argument` for wrong rules.
 *
 * @example
 * ```ts
 * import { webhooks } from '@stowage/webhooks'
 *
 * const sender = webhooks({ allowedHosts: ['*.example.com'] })
 * sender.assertUrl('https://hooks.example.com/stowage')
 * ```
 */
export function webhooks(rules: WebhookRules = {}): WebhookSender {
  checkOptions<WebhookRules>('webhooks', rules, WEBHOOK_RULES)
  const { allowHttp = false, timeout = DEFAULT_TIMEOUT, ports, ...others } = rules
  const fetchRules = createFetchRules({
    ...others,
    ports: ports ?? (allowHttp ? [443, 80] : [443]),
    maxRedirects: 0,
    timeout,
    responseTimeout: timeout,
  })
  const strict = {
    ...fetchRules,
    assertUrl(url: URL) {
      assertScheme(url, allowHttp)
      fetchRules.assertUrl(url)
    },
  }
  return {
    assertUrl: (url) => strict.assertUrl(requireUrl(url)),
    send: (message, { signal }) => sendMessage(message, strict, signal),
  }
}
