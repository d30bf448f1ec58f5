import { Readable } from 'node:stream'
import { createMemoryMetadata } from '@stowage/core/memory'
import { createApiFixture } from '@stowage/testing/internal'
import { describe, expect, it, vi } from 'vitest'

async function fixture() {
  const metadata = createMemoryMetadata()
  const authenticate = vi.fn(() => null)
  const get = vi.spyOn(metadata.tickets, 'get')
  const getKey = vi.spyOn(metadata.apiKeys, 'get')
  const { store, send, upload } = await createApiFixture({ authenticate }, { metadata })
  const { ticket, token } = await store.tickets.create({ files: 9, createdBy: 'ann' })
  return { store, send, upload, ticket, token, authenticate, get, getKey }
}

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

describe('a request with an upload ticket', () => {
  it('costs one look-up, and none when the token is mistyped', async () => {
    const { upload, send, token, get, getKey, authenticate } = await fixture()
    expect((await upload('x', bearer(token))).status).toBe(201)
    expect((await send('GET', '/assets', bearer(token))).status).toBe(403)
    expect(get).toHaveBeenCalledTimes(2)
    for (const wrong of [`${token}x`, 'stt_', 'STT_x', `${token}, Bearer x`]) {
      expect((await upload('x', bearer(wrong))).status).toBe(401)
    }
    expect(get).toHaveBeenCalledTimes(2)
    expect(getKey).not.toHaveBeenCalled()
    expect(authenticate).not.toHaveBeenCalled()
  })

  it('is 401 with a challenge, whatever is wrong with the ticket, to the byte', async () => {
    const { store, upload, ticket, token } = await fixture()
    await store.tickets.revoke(ticket.id)
    const answers = await Promise.all(
      [token, 'stt_unknown'].map((each) => {
        const { headers } = bearer(each)
        return upload('x', { headers: { ...headers, 'x-request-id': 'same' } })
      }),
    )
    expect(answers[0]?.headers['www-authenticate']).toMatch(/^Bearer .*error="invalid_token"$/)
    expect(answers[0]).toEqual(answers[1])
  })

  it('leaves every other token to the app', async () => {
    const { upload, token, authenticate } = await fixture()
    for (const authorization of [token, `Basic ${token}`, 'Bearer sttx', 'Bearer x']) {
      await upload('x', { headers: { authorization } })
    }
    expect(authenticate).toHaveBeenCalledTimes(4)
  })

  it('is refused before its body is asked for when the ticket cannot allow it', async () => {
    const { store, upload, token: large } = await fixture()
    const [used, small] = await Promise.all([
      store.tickets.create(),
      store.tickets.create({ bytes: 10 }),
    ])
    expect((await upload('x', bearer(used.token))).status).toBe(201)
    const [asked, read] = [vi.fn(), vi.fn()]
    const announced = async (token: string, bytes: number, idempotencyKey?: string) => {
      const body = new Readable({ read })
      const { status, errors } = await upload('', {
        body,
        acceptBody: asked,
        headers: {
          authorization: `Bearer ${token}`,
          'content-length': String(bytes),
          ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
        },
      })
      return [status, errors[0]?.code, errors[0]?.meta]
    }
    const rest = { files_left: 0, bytes_left: expect.any(Number) }
    expect(await announced(used.token, 1)).toEqual([403, 'ticket_exhausted', rest])
    const tooLarge = [413, 'file_too_large', { limit: 10 }]
    expect(await announced(small.token, 2 * 1024 ** 2)).toEqual(tooLarge)
    // Even a repetition has no more than the ticket once allowed.
    expect(await announced(small.token, 2 * 1024 ** 2, 'k')).toEqual(tooLarge)
    expect(await announced(`${large}x`, 1)).toEqual([401, 'unauthenticated', undefined])
    expect(asked).not.toHaveBeenCalled()
    expect(read).not.toHaveBeenCalled()
  })

  it('has a turn of its own where uploads at once are limited', async () => {
    const { store, upload, key } = await createApiFixture({
      limits: { concurrentUploadsPerKey: 1 },
    })
    const made = await Promise.all([1, 2].map(() => store.tickets.create()))
    const tokens = [key, ...made.map(({ token }) => token)]
    const answers = await Promise.all(tokens.map((token) => upload('x', bearer(token))))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  })
})
