import { type Check, stringThat } from '@stowage/core/internal'

/** Checks where people sign in. The page links to it, so it must not hold script. */
export const signInUrl: Check = stringThat(
  'a path such as /login, or a URL such as https://example.com/login',
  (value) => isOwnPath(value) || isWebUrl(value),
)

/** A path of the page's own origin, however the browser reads it. */
function isOwnPath(value: string): boolean {
  return /^\/(?![/\\])[\x21-\x7e]*$/.test(value)
}

function isWebUrl(value: string): boolean {
  return /^https?:\/\/[^\s]+$/i.test(value) && URL.canParse(value)
}
