import { JSON_API } from '../http/headers/accept.ts'
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

/**
 * 303, for forms of pages without script: the browser shows this page next, and a reload does not send the form again.
 */
export function seeOther(location: string): ApiResponse {
  const headers = { location, 'cache-control': 'private, no-store', 'content-length': '0' }
  return { status: 303, headers, body: null }
}
