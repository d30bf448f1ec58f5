import { once } from 'node:events'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Milliseconds between two looks for connections that have become idle. */
const LOOK = 50

/** The open connections of a server that does not listen yet, from now on. */
export function connectionsOf(server: Server): ReadonlySet<Socket> {
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return open
}

/**
 * Takes no more connections, closes idle ones, and lets requests under way end. What is still there after
 * `closeTimeout` is cut. Resolves once every connection is closed.
 */
export async function stopServer(
  server: Server,
  connections: ReadonlySet<Socket>,
  closeTimeout: number,
): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  // Node closes the connections that are idle now. One that answers now is idle later.
  const look = setInterval(() => {
    server.closeIdleConnections()
    // To Node these are not idle. Browsers open them ahead of a request, which may never come.
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
  }, LOOK)
  const cut = setTimeout(() => server.closeAllConnections(), closeTimeout)
  try {
    await closed
  } finally {
    clearInterval(look)
    clearTimeout(cut)
  }
}
