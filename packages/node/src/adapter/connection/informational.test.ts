import { once } from 'node:events'
import http2 from 'node:http2'
import type { ApiRequest } from '@stowage/api'
import { afterEach, describe, expect, it } from 'vitest'
import { connectRaw } from '../../testing/raw-connection.ts'
import { type Serving, serve } from '../../testing/serve.ts'
import { stubApi, text } from '../../testing/stub-api.ts'
import { createNodeAdapter } from '../create-node-adapter.ts'

let serving: Serving | undefined

afterEach(async () => {
  await serving?.close()
})

const HEADERS = { location: 'https://media.example/1', 'upload-limit': 'max-size=5' }

/** An api that sends 104, and tells in its answer whether it was sent. */
async function start(protocol: 'http' | 'h2c' = 'http'): Promise<Serving> {
  const api = stubApi((request: ApiRequest) =>
    text(String(request.informational?.(104, HEADERS) ?? 'none')),
  )
  const adapter = createNodeAdapter(api)
  serving = await serve((req, res) => void adapter.handle(req, res), protocol)
  return serving
}

describe('interim answers', () => {
  it('has the private method of Node that sends them on HTTP/1.1', async () => {
    const { port } = await start()
    const connection = await connectRaw(port)
    connection.send('GET /api/v1/a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    const [interim, , body] = (await connection.untilClosed()).split('\r\n\r\n')
    expect(interim).toBe(
      'HTTP/1.1 104 Upload Resumption Supported\r\nlocation: https://media.example/1\r\nupload-limit: max-size=5',
    )
    expect(body).toBe('true')
  })

  it('sends none to clients of HTTP/1.0', async () => {
    const { port } = await start()
    const connection = await connectRaw(port)
    connection.send('GET /api/v1/a HTTP/1.0\r\nHost: x\r\n\r\n')
    const answer = await connection.untilClosed()
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
    expect(answer).toMatch(/\r\n\r\nfalse$/)
  })

  it('sends none once the answer has begun, and none with a header that breaks lines', async () => {
    const outcomes: unknown[] = []
    let late: (() => boolean | undefined) | undefined
    const adapter = createNodeAdapter(
      stubApi((request) => {
        late = () => request.informational?.(104, HEADERS)
        try {
          request.informational?.(104, { location: 'a\r\nb: c' })
        } catch (error) {
          outcomes.push(error)
        }
        return text('ok')
      }),
    )
    serving = await serve((req, res) => void adapter.handle(req, res))
    expect(await (await fetch(`${serving.origin}/api/v1/a`)).text()).toBe('ok')
    expect(outcomes).toMatchObject([{ code: 'ERR_INVALID_CHAR' }])
    expect(late?.()).toBe(false)
  })

  it('sends them on HTTP/2', async () => {
    const { origin } = await start('h2c')
    const session = http2.connect(origin)
    const stream = session.request({ ':path': '/api/v1/a' })
    const interim = once(stream, 'headers')
    const final = once(stream, 'response')
    expect((await interim)[0]).toMatchObject({ ':status': 104, ...HEADERS })
    expect((await final)[0]).toMatchObject({ ':status': 200 })
    session.destroy()
  })
})
