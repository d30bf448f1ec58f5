import { mustBe } from '@stowage/core/internal'

const WANTED =
  'a path below the mount that is not in the API, such as /gallery: no query, no pattern'
const PATH = /^\/*(?:[\w.~-]+\/)*[\w.~-]*\/*$/

/** Checks where the page is. */
export function pagePath(value: unknown, name: string): void {
  if (typeof value !== 'string') throw mustBe(name, WANTED, value)
  const isInApi = /^\/*api\/v1(?:\/|$)/.test(value)
  if (!PATH.test(value) || isInApi || /(?:^|\/)\.{1,2}(?:\/|$)/.test(value)) {
    throw mustBe(name, WANTED, value, JSON.stringify(value))
  }
}

/** `gallery` and `/gallery/` both become `/gallery/`. */
export function normalizePagePath(path: string): string {
  const trimmed = path.replace(/^\/+|\/+$/g, '')
  return trimmed === '' ? '/' : `/${trimmed}/`
}
