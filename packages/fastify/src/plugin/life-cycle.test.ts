import { once } from 'node:events'
import { existsSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { CLOSE_AT_ONCE, type Serving, serve } from '../testing/serving.ts'
import { createFastifyPlugin } from './create-fastify-plugin.ts'

const MEBIBYTE = 1024 ** 2

let serving: Serving

function begin(path: string, options: http.RequestOptions): http.ClientRequest {
  const headers = { authorization: `Bearer ${serving.key}`, ...options.headers }
  // Without an agent, which would keep the connection, and the app from closing, for five seconds more.
  const all = { ...options, headers, agent: false }
  const request = http.request(`${serving.origin}/media/api/v1${path}`, all)
  return request.on('error', () => {})
}

/** A request whose body has come only so far that the store has begun a file. */
async function beginUpload(): Promise<http.ClientRequest> {
  const type = 'multipart/form-data; boundary=b'
  const request = begin('/assets', { method: 'POST', headers: { 'content-type': type } })
  request.write('--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n')
  request.write(Buffer.alloc(MEBIBYTE))
  await expect.poll(serving.openFiles).not.toEqual([])
  return request
}

describe('createFastifyPlugin, when the app closes', () => {
  it('finishes an upload that is under way, and leaves a store that it was given open', async () => {
    const app = fastify()
    serving = await serve(app, (_, { store }) => {
      app.register(createFastifyPlugin(store), { prefix: '/media' })
    })
    const request = await beginUpload()
    const closed = app.close()
    request.end('\r\n--b--\r\n')
    const [response] = (await once(request, 'response')) as [http.IncomingMessage]
    expect([response.statusCode, await text(response)]).toEqual([201, expect.any(String)])
    await closed
    expect((await serving.store.list()).total).toBe(1)
    await serving.dispose()
  })

  it('ends a stream of events, for which it does not wait', async () => {
    const app = fastify()
    serving = await serve(app, (_, { store }) => {
      app.register(createFastifyPlugin(store), { prefix: '/media' })
    })
    const request = begin('/events', { headers: { accept: 'text/event-stream' } })
    request.end()
    const [response] = (await once(request, 'response')) as [http.IncomingMessage]
    expect(response.statusCode).toBe(200)
    await once(response, 'data')
    const rest = text(response)
    await app.close()
    expect(await rest).not.toMatch(/data:/)
    await serving.dispose()
  })

  it("lets the app's own hook close the store, after the last answer", async () => {
    const app = fastify()
    serving = await serve(app, (_, { store }) => {
      app.addHook('onClose', () => store.close())
      app.register(createFastifyPlugin(store), { prefix: '/media' })
    })
    // The log of a database is there for as long as one has it open.
    const log = path.join(serving.directory, 'stowage.db-wal')
    expect(existsSync(log)).toBe(true)
    const request = await beginUpload()
    const closed = app.close()
    request.end('\r\n--b--\r\n')
    const [response] = (await once(request, 'response')) as [http.IncomingMessage]
    expect([response.statusCode, await text(response)]).toEqual([201, expect.any(String)])
    await closed
    expect(existsSync(log)).toBe(false)
    await serving.dispose()
  })

  it("takes its listener off the app's server", async () => {
    const app = fastify(CLOSE_AT_ONCE)
    serving = await serve(app, (_, { store }) => {
      app.register(createFastifyPlugin(store), { prefix: '/media' })
      app.register(createFastifyPlugin(store), { prefix: '/other' })
    })
    expect(app.server.listenerCount('checkContinue')).toBe(1)
    await serving.dispose()
    expect(app.server.listenerCount('checkContinue')).toBe(0)
  })
})
