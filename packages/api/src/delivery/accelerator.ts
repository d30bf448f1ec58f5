import { type Check, stringThat } from '@stowage/core/internal'

/** Which web server in front of the app sends the bytes of files instead of the app. */
export type AcceleratorOptions =
  | {
      /** nginx: the header `X-Accel-Redirect`. */
      readonly accel: 'x-accel-redirect'
      /** The internal location that is an alias of the store's directory. Default `/stowage-files/`. */
      readonly location?: string
    }
  | {
      /** Apache with mod_xsendfile, lighttpd: the header `X-Sendfile`. */
      readonly accel: 'x-sendfile'
      /** The store's directory, absolute, as the web server sees it. */
      readonly directory: string
    }

/** Makes the header that hands a file over, from its path below the store's directory. */
export type Accelerator = (path: string) => Readonly<Record<string, string>>

const LOCATION = /^\/(?:[\w.-]+\/)+$/

/** Makes an accelerator from checked options. */
export function createAccelerator(options: AcceleratorOptions): Accelerator {
  if (options.accel === 'x-sendfile') {
    // Web servers decode the header's value, which may hold only ASCII.
    const root = encodeURI(options.directory.replace(/\/+$/, ''))
    return (path) => ({ 'x-sendfile': `${root}/${path}` })
  }
  const { location = '/stowage-files/' } = options
  return (path) => ({ 'x-accel-redirect': `${location}${path}` })
}

/** The `location` option. */
export const internalLocation: Check = stringThat(
  'a path that begins and ends with a slash, such as /stowage-files/',
  (value) => LOCATION.test(value),
)

/** The `directory` option. */
export const serverDirectory: Check = stringThat(
  'an absolute path, as the web server sees it',
  (value) => value.startsWith('/'),
)

/** Headers that only the server which sends the bytes can know. */
const OF_BYTES: ReadonlySet<string> = new Set(['content-length', 'content-range', 'accept-ranges'])

/** A single range in numbers that all servers read alike. */
const PLAIN_RANGE = /^bytes=(?:\d{1,15}-\d{0,15}|-\d{1,15})$/

/**
 * Whether the web server would answer such a request as we do, with our `status`. Its validators differ from ours, so
 * it would refuse an `If-Match` or `If-Unmodified-Since` that has passed here. It also refuses ranges that we ignore.
 */
export function canAccelerate(
  asked: Readonly<Record<string, string | undefined>>,
  status: 200 | 206,
): boolean {
  if (asked['if-match'] !== undefined || asked['if-unmodified-since'] !== undefined) return false
  return asked.range === undefined || (status === 206 && PLAIN_RANGE.test(asked.range))
}

/**
 * The answer's headers and the one that hands the file over, without those that the web server writes: it cuts the
 * range itself. `Content-Length` is that of our own, empty body, because nginx closes the connection on any other.
 */
export function accelHeaders(
  headers: Readonly<Record<string, string>>,
  accelHeader: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const kept: Record<string, string> = { 'content-length': '0', ...accelHeader }
  for (const [name, value] of Object.entries(headers)) {
    if (!OF_BYTES.has(name)) kept[name] = value
  }
  return kept
}
