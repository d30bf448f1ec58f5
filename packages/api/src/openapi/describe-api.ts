import { requestableNames } from '../http/query/query.ts'
import type { ApiResponse } from '../message/request.ts'
import { jsonAnswer } from '../requests/answer.ts'
import type { RequestContext } from '../requests/request-context.ts'
import type { DescribedRoute } from './described-route.ts'
import { openApiDocument } from './openapi-document.ts'

/** `GET /openapi.json` */
export async function describeApi(
  { root, store }: RequestContext,
  routes: readonly DescribedRoute[],
): Promise<ApiResponse> {
  return jsonAnswer(200, openApiDocument(routes, root, store.view.limits, requestableNames(store)))
}
