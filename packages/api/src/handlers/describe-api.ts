import type { ApiResponse } from '../message/request.ts'
import { openApiDocument } from '../openapi/openapi-document.ts'
import type { Call, Route } from '../routes/route.ts'
import { jsonAnswer } from './answer.ts'

/** `GET /openapi.json` */
export async function describeApi({ root }: Call, routes: readonly Route[]): Promise<ApiResponse> {
  return jsonAnswer(200, openApiDocument(routes, root))
}
