// What webhooks call: real sockets. Each path behaves as it is told.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'

const ok = (response) => response.writeHead(204).end()

/** Listens at every address of this machine, so that each process can have its own. */
export async function startReceiver(port = 0) {
  const requests = []
  const behaviours = new Map()
  const secrets = new Map()
  const server = createServer(async (request, response) => {
    const { url: path, headers, socket } = request
    const address = socket.localAddress
    let body = ''
    try {
      for await (const chunk of request.setEncoding('utf8')) body += chunk
    } catch {
      // Its process was killed.
      return
    }
    const id = headers['webhook-id']
    const times = requests.filter((each) => each.path === path && each.id === id).length
    const { type, data } = JSON.parse(body)
    const isVerified = verify(secrets.get(path), body, headers)
    const at = performance.now()
    const signatures = String(headers['webhook-signature']).split(' ').length
    const assetId = data.asset_id ?? null
    requests.push({ path, id, type, assetId, address, at, isVerified, signatures, body, headers })
    await (behaviours.get(path) ?? ok)(response, { id, times, address })
  })
  server.listen(port, '0.0.0.0')
  await once(server, 'listening')
  return {
    port: server.address().port,
    /** All that came, in its order. */
    requests,
    of: (path) => requests.filter((each) => each.path === path),
    /** Without a behaviour a path accepts all. */
    behaves: (path, behaviour = ok) => behaviours.set(path, behaviour),
    /** What signs the messages to this path. */
    trusts: (path, secret) => secrets.set(path, secret),
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A port on which nobody listens. */
export async function closedPort() {
  const server = createTcpServer().listen(0, '0.0.0.0')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

function verify(secret, body, headers) {
  try {
    new Webhook(secret).verify(body, headers)
    return true
  } catch {
    return false
  }
}

/** What receivers do. */
export const BEHAVIOURS = {
  ok,
  slow: async (response) => {
    await sleep(300)
    ok(response)
  },
  silent: () => {},
  resetting: (response, { times }) =>
    times === 0 ? response.socket.resetAndDestroy() : ok(response),
  redirecting: (response) => response.writeHead(307, { location: '/elsewhere' }).end(),
  gone: (response) => response.writeHead(410).end(),
  busy: (response, { times }) =>
    times === 0 ? response.writeHead(503, { 'retry-after': '8' }).end() : ok(response),
  failing: (response) => response.writeHead(503).end('out of order'),
}
