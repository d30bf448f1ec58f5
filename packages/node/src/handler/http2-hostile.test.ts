import { once } from 'node:events'
import http2 from 'node:http2'
import { buffer } from 'node:stream/consumers'
import {
  assertOnlyLeft,
  assertOutcome,
  HOSTILE_LIMITS,
  type HostileFixture,
  hostileFixtureOf,
  hostileForms,
  openTemporaryStore,
  type TemporaryStore,
} from '@stowage/testing/http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Serving, serve } from '../testing/serve.ts'
import { createNodeHandler } from './create-node-handler.ts'

const MULTIPART = 'multipart/form-data; boundary=a-boundary'

let temporary: TemporaryStore
let serving: Serving
let fixture: HostileFixture
let session: http2.ClientHttp2Session

beforeEach(async () => {
  temporary = await openTemporaryStore({ limits: HOSTILE_LIMITS.store })
  const limits = { ...HOSTILE_LIMITS.api, idleTimeout: 400 }
  const handler = createNodeHandler(temporary.store, { limits })
  serving = await serve(handler, 'h2')
  handler.attach(serving.server)
  // A session stays open behind a refusal: it is other requests' as well.
  fixture = hostileFixtureOf(temporary, serving.origin, () => 0)
  session = http2.connect(serving.origin, { rejectUnauthorized: false })
  session.on('error', () => {})
})

afterEach(async () => {
  session.destroy()
  // Whatever the client did, nothing of it is left once it has gone.
  await expect.poll(() => serving.open()).toBe(0)
  await serving.close()
  await temporary.dispose()
})

function post(headers: http2.OutgoingHttpHeaders): http2.ClientHttp2Stream {
  const stream = session.request({
    ':method': 'POST',
    ':path': '/api/v1/assets',
    authorization: `Bearer ${temporary.key}`,
    ...headers,
  })
  return stream.on('error', () => {})
}

async function answerOf(stream: http2.ClientHttp2Stream) {
  const [headers] = (await once(stream, 'response')) as [http2.IncomingHttpHeaders]
  const body = await buffer(stream).catch(() => Buffer.alloc(0))
  return { status: Number(headers[':status']), body: String(body) }
}

describe('createNodeHandler over HTTP/2', () => {
  it('has an answer to every hostile form, and leaves what was stored alone', async () => {
    const stored: string[] = []
    for (const form of hostileForms) {
      const { contentType = MULTIPART, path = '/assets', body } = form
      const stream = post({ 'content-type': contentType, ':path': `/api/v1${path}` })
      stream.end(body)
      assertOutcome(form, await answerOf(stream))
      if ('stored' in form.outcome) stored.push(...form.outcome.stored)
      await assertOnlyLeft(fixture, stored, form.name)
    }
  })

  it('stores nothing of a body that is shorter or longer than its content-length', async () => {
    const { body } = hostileForms.find(({ outcome }) => 'stored' in outcome) ?? { body: '' }
    for (const length of [body.length - 1, body.length + 1]) {
      const stream = post({ 'content-type': MULTIPART, 'content-length': length })
      stream.end(body)
      await new Promise((resolve) => stream.once('close', resolve))
      await assertOnlyLeft(fixture, [])
    }
  })

  it('takes no header that belongs to a connection', async () => {
    for (const name of ['transfer-encoding', 'connection', 'upgrade', 'keep-alive']) {
      expect(() => post({ [name]: 'chunked' }), name).toThrow(/connection.specific/i)
    }
    await assertOnlyLeft(fixture, [])
  })

  it('answers 408 to a body that stands still, and lives through a thousand resets', async () => {
    const still = post({ 'content-type': MULTIPART, 'content-length': 1000 })
    still.write('--a-boundary\r\n')
    expect((await answerOf(still)).status).toBe(408)
    for (let count = 0; count < 1000; count += 1) {
      post({ 'content-type': MULTIPART }).close(http2.constants.NGHTTP2_CANCEL)
    }
    await assertOnlyLeft(fixture, [])
    const fresh = http2.connect(serving.origin, { rejectUnauthorized: false })
    const stream = fresh.request({ ':path': '/api/v1/assets' })
    expect((await answerOf(stream)).status).toBe(401)
    fresh.destroy()
  })
})
