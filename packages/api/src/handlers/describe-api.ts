import type { ApiResponse } from '../message/request.ts'
import type { DescribedRoute } from '../openapi/described-route.ts'
import { openApiDocument } from '../openapi/openapi-document.ts'
import { jsonAnswer } from './answer.ts'
import type { RequestContext } from './request-context.ts'

/** `GET /openapi.json` */
export async function describeApi(
  { root, store }: RequestContext,
  routes: readonly DescribedRoute[],
): Promise<ApiResponse> {
  return jsonAnswer(200, openApiDocument(routes, root, store.view.limits, store.variants.names))
}
