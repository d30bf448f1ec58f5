import type { ApiResponse } from '../message/request.ts'
import { emptyAnswer } from './answer.ts'
import type { RequestContext } from './request-context.ts'

/** `GET /health/live`: says only that the service answers. */
export async function isLive(): Promise<ApiResponse> {
  return emptyAnswer()
}

/** `GET /health/ready`: 503 while the records or the files do not answer, or the store is closed. */
export async function isReady({ store }: RequestContext): Promise<ApiResponse> {
  await store.admin.ping()
  return emptyAnswer()
}
