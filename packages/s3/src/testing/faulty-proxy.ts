import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

/** What the proxy does to one connection. */
export type Fault =
  /** Nothing. */
  | 'none'
  /** Cuts it before the server receives anything. */
  | 'refuse'
  /** Lets the request through and cuts the connection in place of the answer. */
  | 'lose answer'
  /** Cuts it after this many bytes of requests. */
  | { readonly requestBytes: number }
  /** Cuts it after this many bytes of answers. */
  | { readonly answerBytes: number }

export interface FaultyProxy {
  readonly endpoint: string
  /** The faults of the connections to come, one each; afterwards none. */
  readonly plan: Fault[]
  close(): Promise<void>
}

/** A TCP proxy on the loopback interface that breaks connections on request. */
export async function faultyProxy(target: string): Promise<FaultyProxy> {
  const { hostname, port } = new URL(target)
  const plan: Fault[] = []
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const fault = plan.shift() ?? 'none'
    const upstream = connect({ host: hostname, port: Number(port) })
    const cut = () => {
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('error', cut).on('close', () => {
        open.delete(socket)
        cut()
      })
    }
    if (fault === 'refuse') return cut()
    relay(
      client,
      upstream,
      typeof fault === 'object' && 'requestBytes' in fault ? fault.requestBytes : null,
      cut,
    )
    const answer =
      fault === 'lose answer'
        ? 0
        : typeof fault === 'object' && 'answerBytes' in fault
          ? fault.answerBytes
          : null
    relay(upstream, client, answer, cut)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    plan,
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Passes on at most `limit` bytes, and then cuts. */
function relay(from: Socket, to: Socket, limit: number | null, cut: () => void): void {
  let left = limit ?? Number.POSITIVE_INFINITY
  from.on('data', (chunk: Buffer) => {
    if (chunk.byteLength < left || (chunk.byteLength === left && left !== 0)) {
      left -= chunk.byteLength
      if (!to.write(chunk)) {
        from.pause()
        to.once('drain', () => from.resume())
      }
      return
    }
    if (left > 0) to.write(chunk.subarray(0, left), cut)
    else cut()
  })
  from.on('end', () => to.end())
}
