import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answerFailed, networkFailed } from '../errors/api-client-error.ts'
import { type Service, startService } from '../testing/service.fixture.ts'
import { pause, withRetries } from './retry.ts'

let service: Service

beforeEach(async () => {
  service = await startService()
})
afterEach(() => service.close())

/** Answers so often with this status, then leaves it to the service. */
function failing(times: number, status: number, headers: Record<string, string> = {}) {
  service.intercept = (_, res) =>
    service.requests.length <= times && Boolean(res.writeHead(status, headers).end())
}

describe('a call that fails for now', () => {
  it.each([408, 429, 502, 503, 504])('is tried again after %i', async (status) => {
    failing(2, status)
    expect((await service.client().list()).meta.total).toBe(0)
    expect(service.pauses).toEqual([250, 500])
  })

  it.each([400, 401, 403, 404, 413, 422, 500, 501])(
    'is not tried again after %i',
    async (status) => {
      failing(1, status)
      await expect(service.client().list()).rejects.toMatchObject({ status })
      expect(service.requests).toHaveLength(1)
    },
  )

  it('is tried again when the connection breaks, and gives the cause in the end', async () => {
    service.intercept = (req) => Boolean(req.socket.destroy())
    const error = expect.objectContaining({
      name: 'ApiClientError',
      code: 'network_failed',
      cause: expect.any(Error),
    })
    await expect(service.client().list()).rejects.toEqual(error)
    expect(service.requests).toHaveLength(3)
  })

  it.each([
    [{ retries: 0 }, {}, 1],
    [{ retries: 4 }, {}, 5],
    [{ retries: 4 }, { retries: 1 }, 2],
  ])('is tried as often as the client %j and the call %j say', async (client, call, attempts) => {
    failing(Number.POSITIVE_INFINITY, 503)
    await expect(service.client(client).list({}, call)).rejects.toMatchObject({ status: 503 })
    expect(service.requests).toHaveLength(attempts)
  })

  it('waits as long as Retry-After asks, in seconds or until a date', async () => {
    failing(1, 429, { 'retry-after': '7' })
    await service.client().list()
    expect(service.pauses).toEqual([7000])
    service.requests.length = 0
    failing(1, 503, { 'retry-after': new Date(Date.now() + 20_500).toUTCString() })
    await service.client().list()
    expect(service.pauses[1]).toBeGreaterThan(1000)
    expect(service.pauses[1]).toBeLessThanOrEqual(21_000)
  })

  it.each([
    ['0', 250],
    ['soon', 250],
    ['60', 60_000],
  ])('waits %j seconds at least its own pause', async (retryAfter, milliseconds) => {
    failing(1, 503, { 'retry-after': retryAfter })
    await service.client().list()
    expect(service.pauses).toEqual([milliseconds])
  })

  it('leaves the decision to the caller when it should wait for more than a minute', async () => {
    failing(1, 503, { 'retry-after': '61' })
    const error = { code: 'unexpected_answer', status: 503, retryAfter: 61 }
    await expect(service.client().list()).rejects.toMatchObject(error)
    expect(service.requests).toHaveLength(1)
  })
})

describe('withRetries', () => {
  it('doubles its pauses up to half a minute, half of each at random', async () => {
    const pauses: number[] = []
    const wait = async (milliseconds: number) => void pauses.push(milliseconds)
    const attempt = () => Promise.reject(networkFailed(null))
    for (const random of [0, 0.5]) {
      const waiting = { wait, random: () => random }
      await expect(
        withRetries(attempt, { retries: 8, idempotent: true }, waiting),
      ).rejects.toThrow()
    }
    expect(pauses.slice(0, 8)).toEqual([250, 500, 1000, 2000, 4000, 8000, 15_000, 15_000])
    expect(pauses.slice(8, 10)).toEqual([375, 750])
  })

  it('stops waiting when the signal is aborted', async () => {
    const controller = new AbortController()
    const reason = new Error('enough')
    let attempts = 0
    const trying = withRetries(
      async () => {
        attempts += 1
        throw answerFailed({ status: 503, text: '', retryAfter: 60 })
      },
      { retries: 5, idempotent: true, signal: controller.signal },
      {
        wait(milliseconds, signal) {
          const waiting = pause(milliseconds, signal)
          controller.abort(reason)
          return waiting
        },
        random: () => 0,
      },
    )
    await expect(trying).rejects.toBe(reason)
    expect(attempts).toBe(1)
  })
})
