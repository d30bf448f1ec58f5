import { type Check, stringThat } from '@stowage/core/internal'

/** Checks where people sign in: the page follows it, so it may hold no script. */
export const signInUrl: Check = stringThat(
  'a path such as /login, or a URL such as https://example.com/login',
  (value) => isOwnPath(value) || isWebUrl(value),
)

/** Of the own origin, whatever the browser makes of it. */
function isOwnPath(value: string): boolean {
  return /^\/(?![/\\])[\x21-\x7e]*$/.test(value)
}

function isWebUrl(value: string): boolean {
  return /^https?:\/\/[^\s]+$/i.test(value) && URL.canParse(value)
}
