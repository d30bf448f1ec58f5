import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { postgresUrl } from './postgres-fixture.ts'

/** A TCP proxy in front of the server, whose connections can be cut. */
export interface CuttingProxy {
  /** The server as seen through the proxy. */
  readonly url: string
  /**
   * Cuts the connection whose client next sends this text: `before` the server gets it, or `after` the server has
   * answered, so that the answer is lost. `silent`: nothing more passes in either direction, but the connection stays
   * open.
   */
  cutAt(text: string, when: 'before' | 'after' | 'silent', times?: number): void
  /** Ends the next connection as a server does that shuts down just after accepting the client. */
  dismissNext(): void
  /** The number of cuts. */
  readonly cuts: number
}

/**
 * ReadyForQuery, outside a transaction, and an ErrorResponse:
 * https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
const READY = Buffer.from('5a0000000549', 'hex')
const LAST_WORDS = Buffer.from('E\0\0\0\x22SFATAL\0C57P01\0Mshutting down\0\0', 'latin1')

export async function cuttingProxy(): Promise<CuttingProxy> {
  const server = new URL(postgresUrl())
  const sockets = new Set<Socket>()
  let plan: { readonly text: string; readonly when: string } | null = null
  let times = 0
  let cuts = 0
  let dismissing = false
  const proxy = createServer((client) => {
    const upstream = connect(Number(server.port || 5432), server.hostname)
    let mode = 'open'
    const both = [client, upstream]
    for (const socket of both) {
      sockets.add(socket)
      socket.setNoDelay()
      socket.on('error', () => {})
      socket.on('close', () => {
        for (const other of both) other.destroy()
      })
    }
    client.on('data', (bytes) => {
      if (mode === 'silent') return
      if (plan !== null && times > 0 && bytes.includes(plan.text)) {
        times -= 1
        cuts += 1
        mode = plan.when
        if (mode === 'before') return void client.destroy()
        if (mode === 'silent') return
      }
      upstream.write(bytes)
    })
    upstream.on('data', (bytes) => {
      if (dismissing && bytes.subarray(-READY.length).equals(READY)) {
        dismissing = false
        cuts += 1
        mode = 'dismissed'
        client.end(Buffer.concat([bytes, LAST_WORDS]))
      } else if (mode === 'after') client.destroy()
      else if (mode === 'open') client.write(bytes)
    })
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    proxy.close()
  })
  const url = new URL(server)
  url.hostname = '127.0.0.1'
  url.port = String((proxy.address() as AddressInfo).port)
  return {
    url: url.href,
    cutAt(text, when, count = 1) {
      plan = { text, when }
      times = count
    },
    dismissNext() {
      dismissing = true
    },
    get cuts() {
      return cuts
    },
  }
}
