import { Readable } from 'node:stream'
import { createApiFixture } from '@stowage/testing/internal'
import { describe, expect, it, vi } from 'vitest'

const manager = { name: 'manager', permissions: ['read', 'manage'] } as const

/** A request for a new key, by the holder of a key. */
function asking(token: string, attributes: object = { name: 'new' }) {
  const body = JSON.stringify({ data: { type: 'api-keys', attributes } })
  return {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: Readable.from([Buffer.from(body)], { objectMode: false }),
  }
}

describe('POST /keys', () => {
  it('is 422 with the limit once the tenant has so many keys, until one is revoked', async () => {
    const { store, send } = await createApiFixture({}, { limits: { keysPerTenant: 3 } })
    const { token } = await store.keys.create(manager)
    const { status, text } = await send('POST', '/keys', asking(token))
    expect(status, text).toBe(201)
    expect(await send('POST', '/keys', asking(token))).toMatchObject({
      status: 422,
      errors: [{ code: 'too_many_keys', meta: { limit: 3 } }],
    })
    const headers = { authorization: `Bearer ${token}` }
    const { id } = JSON.parse(text).data
    expect(await send('DELETE', `/keys/${id}`, { headers })).toMatchObject({ status: 204 })
    expect((await send('POST', '/keys', asking(token))).status).toBe(201)
  })

  it('is 401 when the key of the maker is revoked while the body comes, and makes no key', async () => {
    const { store, send } = await createApiFixture()
    const { key, token } = await store.keys.create(manager)
    async function* slow() {
      await store.keys.revoke(key.id)
      yield* asking(token).body
    }
    const body = Readable.from(slow(), { objectMode: false })
    const answer = await send('POST', '/keys', { ...asking(token), body })
    expect(answer).toMatchObject({ status: 401, errors: [{ code: 'unauthenticated' }] })
    expect(await store.keys.list()).toHaveLength(2)
  })

  it('is refused without the permission before a byte of the body is asked for', async () => {
    const { key, send, store } = await createApiFixture()
    const acceptBody = vi.fn()
    const request = asking(key)
    const { status } = await send('POST', '/keys', { ...request, acceptBody })
    expect(status).toBe(403)
    expect(acceptBody).not.toHaveBeenCalled()
    expect(request.body.readableFlowing).toBeNull()
    expect(await store.keys.list()).toHaveLength(1)
  })
})
