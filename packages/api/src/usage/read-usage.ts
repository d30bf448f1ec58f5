import { managesWebhooks, permissionsOf } from '../auth/key-rights.ts'
import type { ApiResponse } from '../message/request.ts'
import { jsonAnswer } from '../requests/answer.ts'
import type { RequestContext } from '../requests/request-context.ts'
import { usageResource } from './usage-resource.ts'

/** `GET /usage` */
export async function readUsage(context: RequestContext): Promise<ApiResponse> {
  const { store, request, query, principal } = context
  const usage = await store.usage({ signal: request.signal })
  const { view } = store
  const rights =
    query.withMeta && principal !== null
      ? { permissions: permissionsOf(principal, view), webhooks: managesWebhooks(principal, view) }
      : null
  return jsonAnswer(200, { data: usageResource(view.tenant, usage, rights) })
}
