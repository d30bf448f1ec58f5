import { once } from 'node:events'
import http, { createServer } from 'node:http'
import http2 from 'node:http2'
import { type AddressInfo, connect, type Server } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { openConnectionsOf } from './open-connections.ts'
import { stopServer } from './stop-server.ts'

/** Far longer than any test may take. */
const NEVER = 2 ** 31 - 1

let server: Server | undefined

afterEach(() => server?.close())

async function listening<Any extends Server>(made: Any): Promise<{ server: Any; port: number }> {
  server = made
  made.listen(0, '127.0.0.1')
  await once(made, 'listening')
  return { server: made, port: (made.address() as AddressInfo).port }
}

async function silentClient(port: number) {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  await once(socket, 'connect')
  return socket
}

describe('stopServer', () => {
  it('closes at once what nobody uses, where it was watched: idle connections and silent ones', async () => {
    const made = createServer((_req, res) => res.end('hello'))
    openConnectionsOf(made)
    const { server, port } = await listening(made)
    const agent = new http.Agent({ keepAlive: true })
    const [response] = await once(http.get({ port, agent, host: '127.0.0.1' }), 'response')
    await once(response.resume(), 'end')
    const silent = await silentClient(port)
    await expect.poll(() => openConnectionsOf(server).sockets.size).toBe(2)
    const closed = once(silent, 'close')
    await stopServer(server, { closeTimeout: NEVER })
    await closed
    agent.destroy()
  })

  it('cuts a silent connection after closeTimeout where it was not watched', async () => {
    const { server, port } = await listening(createServer())
    const accepted = once(server, 'connection')
    const silent = await silentClient(port)
    await accepted
    const closed = once(silent, 'close')
    await stopServer(server, { closeTimeout: 1 })
    await closed
  })

  it('lets a request under way end, and gives every caller the same end', async () => {
    let finish = () => {}
    const { server, port } = await listening(
      createServer((_req, res) => {
        finish = () => res.end('done')
      }),
    )
    const request = http.get({
      port,
      host: '127.0.0.1',
      agent: new http.Agent({ keepAlive: true }),
    })
    await once(server, 'request')
    let stopped = 0
    const both = [stopServer(server), stopServer(server)].map((each) =>
      each.then(() => {
        stopped += 1
      }),
    )
    finish()
    const [response] = await once(request, 'response')
    expect(response.statusCode).toBe(200)
    response.resume()
    await Promise.all(both)
    expect(stopped).toBe(2)
  })

  it('ends sessions of HTTP/2', async () => {
    const made = http2.createServer((_req, res) => void res.end('hello'))
    openConnectionsOf(made)
    const { server, port } = await listening(made)
    const session = http2.connect(`http://127.0.0.1:${port}`)
    const stream = session.request({ ':path': '/' }).resume()
    await once(stream, 'end')
    const closed = once(session, 'close')
    await stopServer(server, { closeTimeout: NEVER })
    await closed
  })

  it('resolves where the server does not listen, and refuses what is none', async () => {
    await stopServer(createServer())
    await expect(stopServer((() => {}) as never)).rejects.toMatchObject({
      code: 'invalid_argument',
      context: { argument: 'server' },
    })
    await expect(stopServer(createServer(), { closeTimeout: -1 })).rejects.toMatchObject({
      code: 'invalid_argument',
    })
  })
})
