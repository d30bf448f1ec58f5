import { tracingChannel } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { PassThrough, Readable } from 'node:stream'
import { StowageError } from '@stowage/core'
import { createMemoryBlobs, createMemoryMetadata } from '@stowage/core/memory'
import type { RequestTrace } from '@stowage/core/types'
import { createApiFixture } from '@stowage/testing/internal'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createApi } from '../create-api.ts'

function fakeLogger() {
  return { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
}

/** The events of requests until the test ends. */
function listen(): readonly RequestTrace[] {
  const done: RequestTrace[] = []
  const subscribers = { asyncEnd: (trace: object) => void done.push(trace as RequestTrace) }
  const channel = tracingChannel('stowage:request')
  channel.subscribe(subscribers as never)
  onTestFinished(() => void channel.unsubscribe(subscribers as never))
  return done
}

const below = (url: string) => new URL(url).pathname.replace('/api/v1', '')

describe('logger', () => {
  it('gets one line for each request, with the pattern of its route and without its path', async () => {
    const logger = fakeLogger()
    const { upload, send } = await createApiFixture({ logger })
    const { data, headers } = await upload('a text')
    await send('GET', `/assets/${data.id}`)
    await send('GET', '/nothing')
    expect(logger.info.mock.calls).toEqual([
      [
        {
          requestId: headers['x-request-id'],
          method: 'POST',
          route: '/api/v1/assets',
          status: 201,
          durationMs: expect.any(Number),
          bytes: expect.any(Number),
          tenant: 'default',
        },
        'request completed',
      ],
      [expect.objectContaining({ route: '/api/v1/assets/{assetId}' }), 'request completed'],
      [expect.objectContaining({ route: null, status: 404, tenant: null }), 'request completed'],
    ])
    expect(JSON.stringify(logger.info.mock.calls)).not.toContain(data.id)
    expect([logger.warn, logger.error].map(({ mock }) => mock.calls)).toEqual([[], []])
  })

  it('gets the cause of a failure, without a process warning; onError gets it too', async () => {
    const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
    onTestFinished(() => void vi.restoreAllMocks())
    const metadata = createMemoryMetadata()
    const cause = new Error('the disk is gone')
    vi.spyOn(metadata.assets, 'get').mockRejectedValue(
      new StowageError('unavailable', 'Gone.', { cause }),
    )
    const id = '/assets/0195f0a0-0000-7000-8000-000000000000'
    const logger = fakeLogger()
    const alone = await createApiFixture({ logger }, { metadata })
    expect((await alone.send('GET', id)).status).toBe(503)
    const onError = vi.fn()
    const both = await createApiFixture({ logger, onError }, { metadata })
    await both.send('GET', id)
    const [[facts, message] = []] = logger.error.mock.calls
    expect(message).toBe('request failed')
    expect(facts).toMatchObject({ status: 503, err: { code: 'unavailable' } })
    expect(logger.error).toHaveBeenCalledTimes(2)
    expect(onError).toHaveBeenCalledOnce()
    expect(warned).not.toHaveBeenCalled()
  })

  it('may throw: the request is answered, and there is a process warning', async () => {
    const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
    onTestFinished(() => void vi.restoreAllMocks())
    const failure = new Error('no room for the log')
    const info = vi.fn().mockImplementation(() => {
      throw failure
    })
    const { upload } = await createApiFixture({ logger: { ...fakeLogger(), info } })
    expect((await upload('a text')).status).toBe(201)
    expect(warned.mock.calls).toEqual([[failure, { code: 'STOWAGE' }]])
  })

  it('is told of a file when it was sent whole, and of one that was cut off', async () => {
    const logger = fakeLogger()
    const done = listen()
    const blobs = createMemoryBlobs()
    const { store, upload, key } = await createApiFixture({}, { blobs })
    const { data } = await upload('x'.repeat(300_000))
    const bodies: PassThrough[] = []
    vi.spyOn(blobs, 'read').mockImplementation(async () => {
      const body = new PassThrough()
      bodies.push(body)
      return body
    })
    const get = async () => {
      const { body } = await createApi(store, { logger })({
        method: 'GET',
        path: `/api/v1${below(data.attributes.url)}`,
        query: '',
        baseUrl: 'https://media.example',
        headers: { authorization: `Bearer ${key}` },
        body: null,
        signal: new AbortController().signal,
      })
      return body as Readable
    }
    const whole = await get()
    expect(logger.info).not.toHaveBeenCalled()
    bodies[0]?.end('x')
    await Promise.all([once(whole, 'close'), whole.forEach(() => {})])
    expect(logger.info).toHaveBeenCalledOnce()
    const half = await get()
    half.destroy()
    await once(half, 'close')
    expect(logger.warn.mock.calls).toMatchObject([[{ bytes: 300_000 }, 'request cut off']])
    expect(done.slice(1)).toMatchObject([{ isCutOff: false }, { isCutOff: true }])
  })
})

describe('serverTiming', () => {
  const parts = (header = '') => header.split(', ').map((part) => part.split(';')[0])

  it('says what an answer waited for', async () => {
    const { upload, send } = await createApiFixture({ serverTiming: true })
    const { data, headers } = await upload('a text')
    expect(headers['server-timing']).toMatch(/^(?:\w+;dur=\d+\.\d, )+total;dur=\d+\.\d$/)
    expect(parts(headers['server-timing'])).toEqual(['auth', 'analysis', 'db', 'total'])
    const file = await send('GET', below(data.attributes.url))
    expect(parts(file.headers['server-timing'])).toEqual(['auth', 'db', 'read', 'total'])
    const refused = await send('GET', '/nothing')
    expect(parts(refused.headers['server-timing'])).toEqual(['total'])
    const alive = await send('GET', '/health/live')
    expect(parts(alive.headers['server-timing'])).toEqual(['total'])
  })

  it('is off by default', async () => {
    const { upload } = await createApiFixture()
    expect((await upload('a text')).headers).not.toHaveProperty('server-timing')
  })
})

describe('stowage:request', () => {
  it('tells of each request; what it does with records is part of it unless it only reads', async () => {
    const commits: unknown[] = []
    const subscribers = { asyncEnd: (trace: object) => void commits.push(trace) }
    const channel = tracingChannel('stowage:commit')
    channel.subscribe(subscribers as never)
    onTestFinished(() => void channel.unsubscribe(subscribers as never))
    const done = listen()
    const { upload, send } = await createApiFixture()
    const { data } = await upload('a text')
    await send('POST', '/assets/bulk-trash', {
      headers: { 'content-type': 'application/json' },
      body: Readable.from([JSON.stringify({ asset_ids: [data.id] })], { objectMode: false }),
    })
    await send('HEAD', `/assets/${data.id}`)
    expect(done).toMatchObject([
      { operation: 'request', method: 'POST', status: 201, tenant: 'default', parent: null },
      { method: 'POST', route: '/api/v1/assets/bulk-trash', status: 204 },
      { method: 'HEAD', status: 404, bytes: 0 },
    ])
    const trashed = commits.find((trace) => (trace as { write: string }).write === 'setTrashed')
    expect(trashed).toHaveProperty('parent', done[1])
  })
})
