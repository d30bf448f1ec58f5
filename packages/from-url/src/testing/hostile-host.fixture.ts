import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** A host that answers each path in its own way, by raw bytes. */
export interface HostileHost {
  readonly port: number
  /** Lines of the requests that came, each with its headers. */
  readonly requests: readonly string[]
  /** Resolves once no connection is open. */
  whenLeft(): Promise<void>
  close(): Promise<void>
}

/** Starts a host on 127.0.0.1. A path that it does not know is answered by nothing. */
export async function startHostileHost(
  answers: Readonly<Record<string, (socket: Socket, port: number) => void>>,
): Promise<HostileHost> {
  const sockets = new Set<Socket>()
  const requests: string[] = []
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    socket.once('data', (data) => {
      const request = data.toString('latin1')
      requests.push(request)
      answers[request.split(' ')[1] ?? '']?.(socket, port)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    requests,
    async whenLeft() {
      for (const socket of sockets) await new Promise((left) => socket.once('close', left))
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Writes again and again until the other side leaves. */
export function forever(socket: Socket, text: string, every: number): void {
  const timer = setInterval(() => {
    // As fast as it is read: an endless answer must not fill this process.
    if (!socket.writableNeedDrain) socket.write(text)
  }, every)
  socket.on('close', () => clearInterval(timer))
}
