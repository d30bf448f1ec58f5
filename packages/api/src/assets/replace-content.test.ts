import { Readable } from 'node:stream'
import { createApiFixture } from '@stowage/testing/internal'
import { describe, expect, it } from 'vitest'

describe('PUT /assets/{id}/content', () => {
  const headers = { 'content-type': 'text/plain' }

  async function start(limits: object) {
    const { send, store } = await createApiFixture({ limits })
    const { id } = await store.upload(Buffer.from('first'))
    const put = (body: Readable) => send('PUT', `/assets/${id}/content`, { headers, body })
    return {
      put,
      copy: () => send('POST', `/assets/${id}/copy`),
      size: async () => (await store.get(id)).size,
    }
  }

  it('counts as an upload of its key, as a copy does', async () => {
    const { put, copy, size } = await start({ concurrentUploadsPerKey: 1 })
    let asked = () => {}
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve
    })
    const silent = new Readable({ read: () => asked() })
    const first = put(silent)
    await isAsked
    const second = await put(Readable.from([Buffer.from('x')]))
    expect([second.status, (await copy()).status]).toEqual([429, 429])
    silent.destroy()
    expect((await first).status).toBe(400)
    expect((await copy()).status).toBe(201)
    expect(await size()).toBe(5)
  })

  it('is 408 for a client that falls silent, and changes nothing', async () => {
    const { put, size } = await start({ idleTimeout: 50 })
    expect((await put(new Readable({ read() {} }))).status).toBe(408)
    expect(await size()).toBe(5)
  })
})
