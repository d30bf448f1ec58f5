import type { ServerResponse } from 'node:http'
import { fromUrl } from '@stowage/from-url'
import { openTemporaryStore, type TemporaryStore } from '@stowage/testing/http'
import { afterEach, describe, expect, it } from 'vitest'
import { type Protocol, type Serving, serve } from '../testing/serve.ts'
import { createNodeHandler } from './create-node-handler.ts'

/** More than is kept in memory. */
const STAGED = 300 * 1024

describe('POST /assets/from-url', () => {
  let temporary: TemporaryStore
  let service: Serving
  let host: Serving

  afterEach(async () => {
    await service.close()
    await host.close()
    await temporary.dispose()
  })

  /** A service, and another host that answers so. */
  async function start(answer: (response: ServerResponse) => void, protocol: Protocol = 'http') {
    host = await serve((_request, response) => answer(response as ServerResponse), protocol)
    const rules = { allowedNetworks: ['127.0.0.1'], ports: [host.port] }
    temporary = await openTemporaryStore()
    const scope = () => ({ createdBy: 'ann' })
    const options = { fromUrl: (url: string) => fromUrl(url, rules), scope }
    service = await serve(createNodeHandler(temporary.store, options))
  }

  function post(signal?: AbortSignal): Promise<Response> {
    return fetch(`${service.origin}/api/v1/assets/from-url`, {
      method: 'POST',
      headers: { authorization: `Bearer ${temporary.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: `${host.origin}/a.txt` }),
      ...(signal && { signal }),
    })
  }

  it('stores within the scope of who asks', async () => {
    await start((response) => void response.end('hello'))
    expect((await post()).status).toBe(201)
    const { assets } = await temporary.store.list()
    expect(assets).toMatchObject([{ name: 'a.txt', createdBy: 'ann' }])
  })

  it('ends the fetch when the client leaves, and keeps nothing', async () => {
    await start((response) => void response.write('x'.repeat(STAGED)))
    const client = new AbortController()
    const left = post(client.signal).catch((error) => error)
    await expect.poll(temporary.storedFiles).toHaveLength(1)
    client.abort()
    await left
    await expect.poll(() => host.open()).toBe(0)
    await expect.poll(temporary.storedFiles).toEqual([])
    expect((await temporary.store.list()).total).toBe(0)
  })

  it('believes no certificate that is not valid, whatever the environment says', async () => {
    await start((response) => void response.end('hello'), 'https')
    const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
    try {
      const answer = await post()
      expect(answer.status).toBe(422)
      expect(await answer.json()).toMatchObject({
        errors: [{ code: 'url_failed', meta: { reason: 'unreachable' } }],
      })
    } finally {
      if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
      else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before
    }
  })
})
