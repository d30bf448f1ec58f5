import type { ApiResponse } from '../message/request.ts'
import { openApiDocument } from '../openapi/openapi-document.ts'
import type { Route } from '../routes/route.ts'
import { jsonAnswer } from './answer.ts'
import type { RequestContext } from './request-context.ts'

/** `GET /openapi.json` */
export async function describeApi(
  { root }: RequestContext,
  routes: readonly Route[],
): Promise<ApiResponse> {
  return jsonAnswer(200, openApiDocument(routes, root))
}
