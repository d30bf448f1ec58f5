import { JSON_API } from '../http/accept.ts'
import type { ApiResponse } from '../message/request.ts'

const JSON_HEADERS = {
  'content-type': JSON_API,
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
} as const

/** An answer with a JSON body. */
export function jsonAnswer(
  status: number,
  document: object,
  headers?: Readonly<Record<string, string>>,
): ApiResponse {
  const body = JSON.stringify(document)
  const length = String(Buffer.byteLength(body))
  return { status, headers: { 'content-length': length, ...JSON_HEADERS, ...headers }, body }
}

/** 204. */
export function emptyAnswer(headers: Readonly<Record<string, string>> = {}): ApiResponse {
  return { status: 204, headers: { 'cache-control': 'private, no-store', ...headers }, body: null }
}
