import type { ApiResponse } from '../message/request.ts'
import type { DescribedRoute } from '../openapi/described-route.ts'
import type { RequestContext } from './request-context.ts'

/** An operation of the API: what it answers, and everything that the OpenAPI document says of it. */
export interface Route extends DescribedRoute {
  handle(context: RequestContext): Promise<ApiResponse>
}
