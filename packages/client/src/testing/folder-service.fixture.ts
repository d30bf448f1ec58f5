import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, createServer as createProxy, type Socket } from 'node:net'
import { type AssetStore, openAssetStore } from '@stowage/core'
import { createNodeHandler } from '@stowage/node'

/** What happens to the next connections, one each; afterwards nothing. */
export type Fault =
  | 'none'
  /** Cut after this many bytes from the client. */
  | { readonly afterBytes: number }
  /** Cut once the service answers a request whose text has this: the answer is lost. */
  | { readonly loseAnswerTo: string }

/** A real service on a folder, behind a proxy that cuts connections. */
export interface FolderService {
  /** Through the proxy. */
  readonly baseUrl: string
  readonly token: string
  readonly store: AssetStore
  readonly faults: Fault[]
  /** `method path` of each request that came. */
  readonly requests: string[]
  /** Answers in place of the service: `true` when it did. */
  intercept: (req: IncomingMessage, res: ServerResponse) => boolean
  /** Ends the process's server and store, and opens both again on the same folder. */
  restart(): Promise<void>
  close(): Promise<void>
}

export async function startFolderService(directory: string): Promise<FolderService> {
  const faults: Fault[] = []
  const open = new Set<Socket>()
  let server: Server
  let store: AssetStore
  let port = 0

  async function begin(): Promise<void> {
    store = await openAssetStore({ directory, limits: { fileSize: 64 * 1024 ** 2 } })
    const handler = createNodeHandler(store, { path: '/media', baseUrl: `${origin()}/media` })
    server = createServer({ requestTimeout: 0, headersTimeout: 60_000 }, (req, res) => {
      service.requests.push(`${req.method} ${req.url?.replace('/media/api/v1', '')}`)
      if (!service.intercept(req, res)) handler(req, res)
    })
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
  }

  const proxy = createProxy((client) => relay(client, connect(port, '127.0.0.1'), faults, open))
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const origin = () => `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`

  async function end(): Promise<void> {
    for (const socket of open) socket.destroy()
    server.closeAllConnections()
    server.close()
    await store.close()
  }

  const service: FolderService = {
    get baseUrl() {
      return `${origin()}/media`
    },
    get store() {
      return store
    },
    token: '',
    faults,
    requests: [],
    intercept: () => false,
    async restart() {
      await end()
      await begin()
    },
    async close() {
      await end()
      proxy.close()
    },
  }
  await begin()
  const { token } = await service.store.keys.create({ name: 'client' })
  return Object.defineProperty(service, 'token', { value: token })
}

function relay(client: Socket, upstream: Socket, faults: Fault[], open: Set<Socket>): void {
  const fault = faults.shift() ?? 'none'
  const cut = () => {
    client.destroy()
    upstream.destroy()
  }
  let passed = 0
  let isLosing = false
  for (const socket of [client, upstream]) {
    open.add(socket)
    socket.on('error', cut).on('close', () => {
      open.delete(socket)
      cut()
    })
  }
  client.on('data', (bytes) => {
    passed += bytes.length
    if (typeof fault === 'object' && 'loseAnswerTo' in fault) {
      isLosing ||= bytes.includes(fault.loseAnswerTo)
    }
    if (typeof fault === 'object' && 'afterBytes' in fault && passed > fault.afterBytes) {
      // What came before the cut is delivered.
      upstream.end(bytes.subarray(0, bytes.length - (passed - fault.afterBytes)))
      client.destroy()
      return
    }
    upstream.write(bytes)
  })
  upstream.on('data', (bytes) => {
    if (isLosing) cut()
    else client.write(bytes)
  })
}
