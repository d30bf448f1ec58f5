import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { connectRaw, type RawConnection } from '../../testing/raw-connection.ts'
import { type Serving, serve } from '../../testing/serve.ts'
import { stubApi, text } from '../../testing/stub-api.ts'
import { createNodeAdapter, type NodeAdapter } from '../create-node-adapter.ts'

let serving: Serving

afterEach(async () => {
  await serving.close()
})

const adapter: NodeAdapter = createNodeAdapter(
  stubApi(async ({ headers, body, acceptBody }) => {
    if (headers.authorization === undefined) return text('refused', 401)
    acceptBody?.()
    acceptBody?.()
    return text(`got ${await buffer(body ?? Readable.from([]))}`, 201)
  }),
)

async function start(
  path = '',
): Promise<{ detach: () => void; connect(): Promise<RawConnection> }> {
  serving = await serve((req, res) => {
    void adapter.handle(req, res, { path, next: () => res.end('the app') })
  })
  const detach = adapter.attach(serving.server, { path })
  return { detach, connect: () => connectRaw(serving.port) }
}

function post(path: string, headers = ''): string {
  return `POST ${path} HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 5\r\n${headers}\r\n`
}

describe('attach', () => {
  it('asks for the body, once, when the request is accepted', async () => {
    const connection = await (await start()).connect()
    connection.send(post('/api/v1/assets', 'Authorization: Bearer x\r\n'))
    await connection.until('HTTP/1.1 100 Continue')
    connection.send('hello')
    const all = await connection.until('got hello')
    expect(all.match(/100 Continue/g)).toHaveLength(1)
    expect(all).toContain('HTTP/1.1 201')
    connection.socket.destroy()
  })

  it('refuses before the body is asked for', async () => {
    const connection = await (await start()).connect()
    connection.send(post('/api/v1/assets'))
    expect(await connection.untilClosed()).toMatch(/^HTTP\/1\.1 401 [\s\S]*connection: close/i)
    connection.socket.end()
  })

  it('asks for nothing any more once the answer has begun', async () => {
    const late = createNodeAdapter(
      stubApi(({ acceptBody }) => ({
        status: 200,
        headers: {},
        body: Readable.from(
          (async function* () {
            yield Buffer.from('begun ')
            acceptBody?.()
            yield Buffer.from('done')
          })(),
        ),
      })),
    )
    serving = await serve((req, res) => void late.handle(req, res))
    late.attach(serving.server)
    const connection = await connectRaw(serving.port)
    connection.send(post('/api/v1/assets'))
    await connection.until('begun')
    expect(await connection.until('done')).not.toContain('100 Continue')
    connection.socket.destroy()
  })

  it('leaves requests of others to Node', async () => {
    const connection = await (await start('/media')).connect()
    connection.send(post('/api/v1/assets'))
    await connection.until('the app')
    expect(await connection.until('the app')).toContain('100 Continue')
    connection.socket.destroy()
  })

  it('is undone by what it returns', async () => {
    const { detach, connect } = await start()
    expect(serving.server.listenerCount('checkContinue')).toBe(1)
    detach()
    detach()
    expect(serving.server.listenerCount('checkContinue')).toBe(0)
    const connection = await connect()
    connection.send(post('/api/v1/assets'))
    expect(await connection.untilClosed()).toContain('100 Continue')
    connection.socket.end()
  })

  it('can be used by several mounts of one server', async () => {
    const { detach, connect } = await start()
    const detachOther = adapter.attach(serving.server, { path: '/other' })
    detach()
    expect(serving.server.listenerCount('checkContinue')).toBe(1)
    const connection = await connect()
    connection.send(post('/api/v1/assets', 'Authorization: Bearer x\r\n'))
    await connection.until('100 Continue')
    connection.send('hello')
    await connection.until('got hello')
    detachOther()
    connection.socket.destroy()
  })
})
