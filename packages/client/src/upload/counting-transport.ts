import type { Transport } from '../request/message.ts'
import { countedTransport } from './counted-transport.ts'
import { xhrOfPlatform, xhrTransport } from './xhr-transport.ts'

/** The transport of this platform that tells how much of a body was sent. */
export function countingTransport(): Transport {
  const XMLHttpRequest = xhrOfPlatform()
  return XMLHttpRequest === undefined ? countedTransport : xhrTransport(XMLHttpRequest)
}
