import { assertSeesTenant } from '../auth/key-rights.ts'
import { apiError } from '../errors/api-error.ts'
import { detailOf } from '../errors/detail.ts'
import type { RequestContext } from '../requests/request-context.ts'

/** Throws 403 `forbidden` for a caller within a scope: a webhook would tell of more than its maker sees. */
export function assertSeesWebhooks({ store }: Pick<RequestContext, 'store'>): void {
  assertSeesTenant(store.view, 'Webhooks')
}

/** The same for what has something sent. 422 `webhooks_unavailable` without `baseUrl`: events hold URLs. */
export function assertSendsWebhooks(context: Pick<RequestContext, 'store' | 'hasBaseUrl'>): void {
  assertSeesWebhooks(context)
  if (context.hasBaseUrl) return
  throw apiError('webhooks_unavailable', detailOf('webhooks_unavailable'))
}
