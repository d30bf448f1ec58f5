import { once } from 'node:events'
import net from 'node:net'

/** A TCP connection whose every byte the test decides on. */
export interface RawConnection {
  readonly socket: net.Socket
  send(text: string): void
  /** What has come so far, once it contains `part`. Rejects when the server closes before. */
  until(part: string): Promise<string>
  /** Everything, once the server has closed. */
  untilClosed(): Promise<string>
}

/** Connects to a port of the loopback interface. */
export async function connectRaw(port: number): Promise<RawConnection> {
  const socket = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  await once(socket, 'connect')
  let received = ''
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => {
    received += chunk
  })
  const ended = once(socket, 'end')
  ended.catch(() => {})
  return {
    socket,
    send: (data) => void socket.write(data, 'latin1'),
    async until(part) {
      while (!received.includes(part)) {
        if (socket.readableEnded) throw new Error(`closed before ${part}, after: ${received}`)
        await Promise.race([once(socket, 'data'), ended])
      }
      return received
    },
    async untilClosed() {
      if (!socket.readableEnded) await ended
      return received
    },
  }
}
