import { once } from 'node:events'
import type { Server } from 'node:http'

/** Milliseconds between two looks for connections that have become idle. */
const LOOK = 50

/**
 * Takes no more connections, closes idle ones, and lets requests under way end. What is still there after
 * `closeTimeout` is cut. Resolves once every connection is closed.
 */
export async function stopServer(server: Server, closeTimeout: number): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  // Node closes the connections that are idle now. One that answers now is idle later.
  const look = setInterval(() => server.closeIdleConnections(), LOOK)
  const cut = setTimeout(() => server.closeAllConnections(), closeTimeout)
  try {
    await closed
  } finally {
    clearInterval(look)
    clearTimeout(cut)
  }
}
