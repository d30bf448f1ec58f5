import { Readable } from 'node:stream'
import { text as textOf } from 'node:stream/consumers'
import type { ApiRequest } from '@stowage/api'
import { afterEach, describe, expect, it } from 'vitest'
import { type Serving, serve } from '../testing/serve.ts'
import { stubApi, text } from '../testing/stub-api.ts'
import {
  createNodeAdapter,
  type NodeAdapterOptions,
  type RoutedRequest,
} from './create-node-adapter.ts'

let serving: Serving

afterEach(() => serving.close())

/** What the api reads of a request after `before` ran on it, and what the adapter passes to it. */
async function seenAfter(
  before: (req: object & AsyncIterable<Buffer>) => Promise<void> | void,
  sent: RequestInit,
  routed: RoutedRequest = {},
  options: NodeAdapterOptions = {},
): Promise<{ readonly request: ApiRequest; readonly outcome: string }> {
  let request: ApiRequest | undefined
  const api = stubApi(async (received) => {
    request = received
    try {
      received.acceptBody?.()
      return text(await textOf(received.body ?? Readable.from([])))
    } catch (error) {
      return text(String(error))
    }
  })
  const adapter = createNodeAdapter(api, options)
  serving = await serve(async (req, res) => {
    await before(req)
    await adapter.handle(req, res, routed)
  })
  const response = await fetch(`${serving.origin}/api/v1/assets`, { method: 'POST', ...sent })
  const outcome = await response.text()
  if (request === undefined) throw new Error('The api was not called.')
  return { request, outcome }
}

/** As a body parser: reads everything and leaves something else. */
function parser(body: unknown) {
  return async (req: object & AsyncIterable<Buffer>) => {
    for await (const _ of req);
    Object.assign(req, { body })
  }
}

const json = { headers: { 'content-type': 'application/vnd.api+json' }, body: '{ "a": "ä" }' }
const form = { headers: { 'content-type': 'multipart/form-data; boundary=b' }, body: '--b--' }

describe('createNodeAdapter, after a body parser', () => {
  it.each([
    ['JSON', { a: 'ä' }],
    ['JSON that is null', null],
  ])('passes on the value of %s that it left', async (_, value) => {
    expect((await seenAfter(parser(value), json)).request.parsedJson).toEqual({ value })
  })

  it.each([
    ['text of JSON', parser('{ "a": "ä" }'), json, '{ "a": "ä" }'],
    ['bytes', parser(Buffer.from('--b--')), form, '--b--'],
  ])('passes on the %s that it left', async (_, before, sent, expected) => {
    expect((await seenAfter(before, sent)).outcome).toBe(expected)
  })

  it.each([
    ['text of a form', parser('--b--'), form],
    ['text with characters in place of bytes', parser('{ "a": "\ufffd" }'), json],
    ['text of another length', parser('{ "a": "" }'), json],
    ['bytes of another length', parser(Buffer.from('--b')), form],
  ])('refuses to rebuild the body from %s', async (_, before, sent) => {
    expect((await seenAfter(before, sent)).outcome).toMatch(/before that middleware/)
  })

  it.each([
    ['only the fields of a form', parser({ name: 'x' })],
    ['nothing', parser(undefined)],
    ['nothing yet', (req: object) => void (req as Readable).on('data', () => {})],
  ])('refuses to give the body when it left %s', async (_, before) => {
    expect((await seenAfter(before, form)).outcome).toMatch(/before that middleware/)
  })

  it('passes on the stream itself when it did not parse it', async () => {
    const before = (req: object) => void Object.assign(req, { body: {} })
    expect((await seenAfter(before, form)).outcome).toBe('--b--')
  })
})

describe('createNodeAdapter, what a framework passes in', () => {
  it('takes scheme and host, request id and its request from there', async () => {
    const raw = {}
    const origin = { encrypted: true, host: 'media.example' }
    const { request } = await seenAfter(() => {}, json, { origin, raw, requestId: 'req-1' })
    expect(request.baseUrl).toBe('https://media.example')
    expect(request.headers['x-request-id']).toBe('req-1')
    expect(request.raw).toBe(raw)
  })

  it('believes no forwarding header beside what the framework says', async () => {
    const headers = { ...json.headers, forwarded: 'proto=http;host=forged.example' }
    const routed = { origin: { encrypted: true, host: 'media.example' } }
    const { request } = await seenAfter(() => {}, { ...json, headers }, routed, {
      trustProxy: true,
    })
    expect(request.baseUrl).toBe('https://media.example')
  })

  it("prefers the client's own request id, and its host when the framework names none", async () => {
    const headers = { ...json.headers, 'x-request-id': 'mine' }
    const routed = { origin: { encrypted: true, host: undefined }, requestId: 'req-1' }
    const { request } = await seenAfter(() => {}, { ...json, headers }, routed)
    expect(request.baseUrl).toBe(serving.origin.replace('http:', 'https:'))
    expect(request.headers['x-request-id']).toBe('mine')
  })
})
