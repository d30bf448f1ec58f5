import { apiError } from '../../errors/api-error.ts'

/** Not all browsers and proxies take longer URLs. */
const MAX_LENGTH = 2048
/** What a URL parser would skip or take for a slash, and what would end a header. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const UNSAFE = /[\\\u0000-\u001f\u007f]/
/** Any origin will do: only the path is used. */
const ORIGIN = 'https://origin.invalid'

/**
 * A path of our own origin, with its query and fragment, as it may stand in `Location`. Throws 400 `invalid_parameter`
 * for anything that could lead elsewhere: a URL, `//host`, a backslash, control characters, and dot segments that
 * resolve to `//host`.
 */
export function redirectPath(text: string, parameter: string): string {
  if (text.length <= MAX_LENGTH && /^\/(?!\/)/.test(text) && !UNSAFE.test(text)) {
    const path = resolved(text)
    if (path !== null && path.length <= MAX_LENGTH) return path
  }
  throw apiError(
    'invalid_parameter',
    `It must be a path of this origin, such as /thanks: one slash first, no backslash, at most ${MAX_LENGTH} characters.`,
    { source: { parameter } },
  )
}

/** The path as a browser resolves it; `null` when that is another origin, or would be one when it is resolved again. */
function resolved(text: string): string | null {
  if (!URL.canParse(text, ORIGIN)) return null
  const { origin, pathname, search, hash } = new URL(text, ORIGIN)
  return origin === ORIGIN && !pathname.startsWith('//') ? pathname + search + hash : null
}
