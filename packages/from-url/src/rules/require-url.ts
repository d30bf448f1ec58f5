import { mustBe } from '@stowage/core/internal'
import { urlRefused } from './url-errors.ts'

/** The longest URL that servers usually accept, in characters. */
const MAX_LENGTH = 8192

/** The URL of a call: `invalid_argument` for anything but text, `url_refused` for text that is not a URL. */
export function requireUrl(url: unknown): URL {
  // A `URL` from another realm counts too.
  const text = typeof url === 'object' ? (Object(url) as Partial<URL>).href : url
  if (typeof text !== 'string') throw mustBe('url', 'a URL as text', url)
  if (text.length > MAX_LENGTH || !URL.canParse(text)) throw urlRefused('invalid')
  return new URL(text)
}
