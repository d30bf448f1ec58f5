import { mustBe } from '@stowage/core/internal'
import { urlRefused } from './url-errors.ts'

/** As long as servers take them. */
const MAX_LENGTH = 8192

/** The URL of a call: `invalid_argument` for what is no text, `url_refused` for text that is no URL. */
export function requireUrl(url: unknown): URL {
  // A `URL` of another realm is one, too.
  const text = typeof url === 'object' ? (Object(url) as Partial<URL>).href : url
  if (typeof text !== 'string') throw mustBe('url', 'a URL as text', url)
  if (text.length > MAX_LENGTH || !URL.canParse(text)) throw urlRefused('invalid')
  return new URL(text)
}
