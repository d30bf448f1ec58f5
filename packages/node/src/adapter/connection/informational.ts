import { STATUS_CODES, validateHeaderName, validateHeaderValue } from 'node:http'
import { isHttp2Response, type NodeRequest, type NodeResponse } from '../node-messages.ts'

/** Statuses that Node may not know yet. */
const REASONS: Readonly<Record<number, string>> = { 104: 'Upload Resumption Supported' }

/** The method of Node by which it writes its own interim answers. It is not public, so it may be missing. */
interface RawWriter {
  readonly _writeRaw?: (text: string, encoding: 'latin1') => unknown
}

/**
 * Sends an interim answer, 102 to 199, before the answer itself. `false`: it cannot be sent, because the client speaks
 * HTTP/1.0, the answer has begun, the client is gone, or this version of Node has no way to do it.
 *
 * Node has no public call for this on HTTP/1.1. `_writeRaw` is what `writeContinue` and `writeEarlyHints` use.
 */
export function sendInformational(
  req: NodeRequest,
  res: NodeResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
): boolean {
  if (res.headersSent || res.destroyed) return false
  if (isHttp2Response(res)) {
    if (res.stream.destroyed || res.stream.headersSent) return false
    res.stream.additionalHeaders({ ':status': status, ...headers })
    return true
  }
  const { _writeRaw: write } = res as unknown as RawWriter
  const isKnown = req.httpVersionMajor === 1 && req.httpVersionMinor >= 1
  if (!isKnown || typeof write !== 'function' || res.socket === null) return false
  const lines = Object.entries(headers).map(([name, value]) => {
    validateHeaderName(name)
    validateHeaderValue(name, value)
    return `${name}: ${value}\r\n`
  })
  const reason = STATUS_CODES[status] ?? REASONS[status] ?? 'Interim'
  write.call(res, `HTTP/1.1 ${status} ${reason}\r\n${lines.join('')}\r\n`, 'latin1')
  return true
}
