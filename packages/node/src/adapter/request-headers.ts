import type { NodeRequest } from './node-messages.ts'

/**
 * The headers as they came, with lower-case names and without HTTP/2's pseudo-headers. Repeated ones are joined with
 * `, ` (`cookie` with `; `), even where Node's own `headers` silently keeps the first: two `Authorization` headers must
 * not mean one thing to a proxy and another to us.
 */
export function headersOf(req: NodeRequest): Record<string, string> {
  const headers: Record<string, string> = Object.create(null)
  const raw = req.rawHeaders
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = (raw[index] ?? '').toLowerCase()
    if (name.startsWith(':')) continue
    const value = raw[index + 1] ?? ''
    const earlier = headers[name]
    if (earlier === undefined) headers[name] = value
    else headers[name] = `${earlier}${name === 'cookie' ? '; ' : ', '}${value}`
  }
  return headers
}
