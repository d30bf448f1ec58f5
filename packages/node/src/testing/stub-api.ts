import type { Api, ApiRequest, ApiResponse } from '@stowage/api'

/** An api of one answer, for tests of what the adapter does with it. Handles `/api/v1` and below, as the real one. */
export function stubApi(answer: (request: ApiRequest) => Promise<ApiResponse> | ApiResponse): Api {
  return Object.assign(async (request: ApiRequest) => answer(request), {
    handles: (path: string) => /^\/api\/v1(\/|$)/.test(path),
  })
}

/** An answer with a text body. */
export function text(body: string, status = 200): ApiResponse {
  return { status, headers: { 'content-length': String(Buffer.byteLength(body)) }, body }
}
