import { assertMayManage } from '../auth/key-rights.ts'
import { jsonBodyOf } from '../body/json-body.ts'
import type { ApiResponse } from '../message/request.ts'
import { emptyAnswer, jsonAnswer } from '../requests/answer.ts'
import type { RequestContext } from '../requests/request-context.ts'
import { explainKey, parseNewKey } from './key-request.ts'
import { keyCollection, newKeyResource } from './key-resource.ts'

/** `GET /keys` */
export async function listKeys(context: RequestContext): Promise<ApiResponse> {
  const { store, query, request } = context
  assertMayManage(store.view)
  const { page, perPage } = query
  const { signal } = request
  return jsonAnswer(200, keyCollection(await store.keys.page({ page, perPage, signal }), context))
}

/** `POST /keys` */
export async function createKey(context: RequestContext): Promise<ApiResponse> {
  const { store, principal } = context
  assertMayManage(store.view)
  const options = parseNewKey(await jsonBodyOf(context))
  try {
    const made = await store.keys.create(
      principal === null ? options : Object.assign(options, { principal }),
    )
    return jsonAnswer(201, { data: newKeyResource(made.key, made.token) })
  } catch (error) {
    throw explainKey(error)
  }
}

/** `DELETE /keys/{keyId}` */
export async function revokeKey({ store, id }: RequestContext): Promise<ApiResponse> {
  assertMayManage(store.view)
  await store.keys.revoke(id)
  return emptyAnswer()
}
