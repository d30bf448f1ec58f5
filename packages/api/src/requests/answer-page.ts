import { ApiError } from '../errors/api-error.ts'
import type { ApiRequest, ApiResponse } from '../message/request.ts'
import type { Page } from '../options/page-option.ts'
import { emptyAnswer } from './answer.ts'

const ALLOW = 'GET, HEAD, OPTIONS'

/** Answers a request for one of the paths of a page. Throws 405 `method_not_allowed`. */
export function answerPage(page: Page, request: ApiRequest, baseUrl: string): ApiResponse {
  const { method, path, query, headers } = request
  if (method === 'OPTIONS') return emptyAnswer({ allow: ALLOW })
  if (method !== 'GET' && method !== 'HEAD') {
    const detail = `Use one of the methods ${ALLOW}.`
    throw new ApiError([{ code: 'method_not_allowed', detail }], { allow: ALLOW })
  }
  return page.answer({ path, query, headers, baseUrl })
}
