import { createMemoryMetadata } from '@stowage/core/memory'
import { describe, expect, it, vi } from 'vitest'
import { createApiFixture } from '../testing/api-fixture.ts'

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
