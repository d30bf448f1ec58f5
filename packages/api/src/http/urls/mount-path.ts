import { invalidArgument, mustBe } from '@stowage/core/internal'

const WANTED =
  'a path as it stands in URLs, such as /media: no scheme, no query, no pattern, nothing to be encoded'

/** Any number of slashes may stand at either end. A path that no request can match would silently serve nothing. */
const PATH = /^\/*(?:[\w.~!$&'()+,;=:@%-]+\/)*[\w.~!$&'()+,;=:@%-]*\/*$/

/** Checks the option `path` of an adapter. */
export function mountPath(value: unknown, name: string): void {
  if (typeof value !== 'string') throw mustBe(name, WANTED, value)
  if (!PATH.test(value)) throw mustBe(name, WANTED, value, JSON.stringify(value))
  if (/\/?api\/v1\/*$/.test(value)) {
    throw invalidArgument(
      name,
      `${name} must end before /api/v1, which every route has. Leave it out.`,
    )
  }
}

/** `media/` and `/media` both become `/media`; `/` becomes `''`. */
export function normalizeMountPath(path: string): string {
  const trimmed = path.replace(/^\/+|\/+$/g, '')
  return trimmed === '' ? '' : `/${trimmed}`
}
