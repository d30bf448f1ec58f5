import type { ApiRequest } from '../../message/request.ts'

/** Whether a request says that it has no bytes. Some frameworks give an empty body in place of none. */
export function isBodyAbsent({ body, headers }: Pick<ApiRequest, 'body' | 'headers'>): boolean {
  return body === null || headers['content-length'] === '0'
}
