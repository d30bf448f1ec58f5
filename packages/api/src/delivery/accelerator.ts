import { type Check, stringThat } from '@stowage/core/internal'

/** Which web server in front of the app sends the bytes of files in its place. */
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

/** The header that hands a file over, of a path below the store's directory. */
export type Accelerator = (path: string) => Readonly<Record<string, string>>

const LOCATION = /^\/(?:[\w.-]+\/)+$/

/** Makes the accelerator of options that were checked. */
export function createAccelerator(options: AcceleratorOptions): Accelerator {
  if (options.accel === 'x-sendfile') {
    // Servers decode the header's value: it may hold no other bytes than ASCII.
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

/** Of an answer's headers, those that only the server that sends the bytes can know. */
const OF_BYTES: ReadonlySet<string> = new Set(['content-length', 'content-range', 'accept-ranges'])

/** A single range in numbers that all servers read alike. */
const PLAIN_RANGE = /^bytes=(?:\d{1,15}-\d{0,15}|-\d{1,15})$/

/**
 * Whether the web server would answer such a request as we do, where our status is `status`. It knows other
 * validators, so that it would refuse an `If-Match` or `If-Unmodified-Since` that has passed here, and refuses
 * ranges that we pass over.
 */
export function canAccelerate(
  asked: Readonly<Record<string, string | undefined>>,
  status: 200 | 206,
): boolean {
  if (asked['if-match'] !== undefined || asked['if-unmodified-since'] !== undefined) return false
  return asked.range === undefined || (status === 206 && PLAIN_RANGE.test(asked.range))
}

/**
 * The answer's headers and the one that hands the file over. Not those that the web server makes, which
 * cuts the range itself. Of our own, empty body it must know the length: nginx closes the connection on
 * any other.
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
