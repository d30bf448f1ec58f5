import { invalidArgument } from '@stowage/core/internal'

type Members = Readonly<Record<string, unknown>>

/**
 * Throws `invalid_argument` unless it is a `Request` of the Fetch API. The error says what to pass instead of what
 * frameworks give their handlers. Checks members rather than the class, because frameworks and other realms have
 * classes of their own.
 */
export function requireRequest(value: unknown): asserts value is Request {
  if (isRequest(value)) return
  throw invalidArgument(
    'request',
    `request must be a Request of the Fetch API. ${remedyFor(value)}`,
  )
}

/** Whether it has the members that we read of every request. */
export function isRequest(value: unknown): value is Request {
  const { url, method, headers } = membersOf(value)
  return (
    typeof url === 'string' &&
    typeof method === 'string' &&
    typeof membersOf(headers).get === 'function'
  )
}

function remedyFor(value: unknown): string {
  const { rawHeaders, socket, request, req } = membersOf(value)
  if (Array.isArray(rawHeaders) && socket !== undefined) {
    return "For Node's req and res, use createNodeHandler of @stowage/node, or the packages for Express and Fastify."
  }
  if (isRequest(request)) return 'Pass event.request, not the event.'
  if (isRequest(membersOf(req).raw)) return 'Pass c.req.raw, not the context.'
  return 'Call the handler with one, as in handler(request).'
}

function membersOf(value: unknown): Members {
  return Object(value) as Members
}
