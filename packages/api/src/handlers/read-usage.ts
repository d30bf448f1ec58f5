import { permissionsOf } from '../auth/key-rights.ts'
import { usageResource } from '../documents/usage-resource.ts'
import type { ApiResponse } from '../message/request.ts'
import { jsonAnswer } from './answer.ts'
import type { RequestContext } from './request-context.ts'

/** `GET /usage` */
export async function readUsage(context: RequestContext): Promise<ApiResponse> {
  const { store, request, query, principal } = context
  const usage = await store.usage({ signal: request.signal })
  const permissions =
    query.withMeta && principal !== null ? permissionsOf(principal, store.view) : null
  return jsonAnswer(200, { data: usageResource(store.view.tenant, usage, permissions) })
}
