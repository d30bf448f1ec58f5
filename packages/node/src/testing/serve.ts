import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import http from 'node:http'
import http2 from 'node:http2'
import https from 'node:https'
import type { AddressInfo, Server, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { NodeRequest, NodeResponse, NodeServer } from '../adapter/node-messages.ts'

/** The ways in which a handler can be served. */
export type Protocol = 'http' | 'https' | 'h2c' | 'h2'

/** A real server on a port of its own. */
export interface Serving {
  readonly server: NodeServer
  readonly port: number
  readonly origin: string
  /** How many connections were opened so far. */
  connections(): number
  /** How many of them are open. */
  open(): number
  /** Closes server and connections. */
  close(): Promise<void>
}

/** Serves `listener` on the loopback interface. `timeouts` are for HTTP/1. */
export async function serve(
  listener: (req: NodeRequest, res: NodeResponse) => void,
  protocol: Protocol = 'http',
  timeouts: https.ServerOptions = { requestTimeout: 0, headersTimeout: 60_000 },
): Promise<Serving> {
  // Otherwise Node closes a connection after 5 s without a request, while a busy client may be sending one.
  const server = await createServer(listener, protocol, { keepAliveTimeout: 0, ...timeouts })
  const sockets = new Set<Socket>()
  let connections = 0
  ;(server as Server).on('connection', (socket: Socket) => {
    connections += 1
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const scheme = protocol === 'https' || protocol === 'h2' ? 'https' : 'http'
  return {
    server,
    port,
    origin: `${scheme}://127.0.0.1:${port}`,
    connections: () => connections,
    open: () => sockets.size,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

async function createServer(
  listener: (req: NodeRequest, res: NodeResponse) => void,
  protocol: Protocol,
  timeouts: https.ServerOptions,
): Promise<NodeServer> {
  switch (protocol) {
    case 'http':
      return http.createServer(timeouts, listener)
    case 'https':
      return https.createServer({ ...timeouts, ...(await certificate()) }, listener)
    case 'h2c':
      return http2.createServer(listener)
    case 'h2':
      return http2.createSecureServer(await certificate(), listener)
  }
}

let made: Promise<{ key: Buffer; cert: Buffer }> | undefined

/** A self-signed certificate for 127.0.0.1, made by openssl once in each process. */
export function certificate(): Promise<{ key: Buffer; cert: Buffer }> {
  made ??= makeCertificate()
  return made
}

async function makeCertificate(): Promise<{ key: Buffer; cert: Buffer }> {
  const directory = await mkdtemp(path.join(tmpdir(), 'stowage-certificate-'))
  try {
    const [key, cert] = [path.join(directory, 'key.pem'), path.join(directory, 'cert.pem')]
    const request = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1'
    execFileSync(
      'openssl',
      [...request.split(' '), '-subj', '/CN=127.0.0.1', '-keyout', key, '-out', cert],
      { stdio: 'ignore' },
    )
    return { key: await readFile(key), cert: await readFile(cert) }
  } finally {
    await rm(directory, { recursive: true })
  }
}
