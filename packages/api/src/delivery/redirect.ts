import { integer, type OptionChecks } from '@stowage/core/internal'
import type { ApiResponse } from '../message/request.ts'

/** How long the URLs of redirects are valid. */
export interface RedirectOptions {
  /** Seconds that the URL is good for, 1 … 604,800 (7 days, what S3 allows). Default 300. */
  readonly expiresIn?: number
}

const WEEK = 7 * 24 * 3600

/** What each option of redirects must be. */
export const REDIRECT: OptionChecks<RedirectOptions> = { expiresIn: integer(1, WEEK) }

/** Seconds that URLs are good for. */
export function redirectSeconds({ expiresIn = 300 }: RedirectOptions): number {
  return expiresIn
}

/** Conditions that S3 would compare with its own validators, which differ from ours. */
const FOREIGN_CONDITIONS = ['if-match', 'if-unmodified-since', 'if-range']

/**
 * Whether S3 may send a file with these headers. It may not when the file needs a header that S3 cannot send
 * (`Content-Security-Policy`, `nosniff`), or when the request has conditions on our ETag.
 */
export function mayRedirect(
  headers: Readonly<Record<string, string>>,
  asked: Readonly<Record<string, string | undefined>>,
): boolean {
  const isAttachment = headers['content-disposition']?.startsWith('attachment') === true
  const isSniffed = headers['content-type']?.startsWith('text/') === true
  return (
    !('content-security-policy' in headers) &&
    (isAttachment || !isSniffed) &&
    FOREIGN_CONDITIONS.every((name) => asked[name] === undefined)
  )
}

/** The URL is made for this caller and expires, so caches must not keep it. */
export function redirectTo(url: string, headers: Readonly<Record<string, string>>): ApiResponse {
  const { vary, 'cross-origin-resource-policy': policy } = headers
  return {
    status: 302,
    headers: {
      location: url,
      'cache-control': 'private, no-store',
      'content-length': '0',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      ...(vary !== undefined && { vary }),
      ...(policy !== undefined && { 'cross-origin-resource-policy': policy }),
    },
    body: null,
  }
}
