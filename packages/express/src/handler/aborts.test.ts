import { once } from 'node:events'
import http from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { type Serving, serve, VERSIONS } from '../testing/serving.ts'
import { createExpressHandler } from './create-express-handler.ts'

const MEBIBYTE = 1024 ** 2

let serving: Serving

afterEach(() => serving.dispose())

describe.each(VERSIONS)('createExpressHandler in %s, when the client goes away', (_, express) => {
  function start(path: string, options: http.RequestOptions): http.ClientRequest {
    const headers = { authorization: `Bearer ${serving.key}`, ...options.headers }
    const request = http.request(`${serving.origin}/media/api/v1${path}`, { ...options, headers })
    return request.on('error', () => {})
  }

  it('leaves neither row nor open file of a begun upload', async () => {
    serving = await serve(express(), (app, { store }) =>
      app.use('/media', createExpressHandler(store)),
    )
    const request = start('/assets', {
      method: 'POST',
      headers: {
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': 9 * MEBIBYTE,
      },
    })
    request.write('--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n')
    request.write(Buffer.alloc(MEBIBYTE))
    await expect.poll(serving.openFiles).not.toEqual([])
    request.destroy()
    await expect.poll(serving.openFiles).toEqual([])
    expect((await serving.store.list()).total).toBe(0)
  })

  it('closes the file of a begun download', async () => {
    serving = await serve(express(), (app, { store }) =>
      app.use('/media', createExpressHandler(store)),
    )
    const { publicFileId } = await serving.store.upload(Buffer.alloc(32 * MEBIBYTE))
    const request = start(`/files/${publicFileId}/content`, { method: 'GET' })
    const [response] = (await once(request.end(), 'response')) as [http.IncomingMessage]
    expect(response.statusCode).toBe(200)
    await expect.poll(serving.openFiles).not.toEqual([])
    request.destroy()
    await expect.poll(serving.openFiles).toEqual([])
  })
})
