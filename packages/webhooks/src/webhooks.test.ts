import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { createServer as createTcpServer } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { webhooks } from './webhooks.ts'

const SECRET = `whsec_${Buffer.alloc(24, 1).toString('base64')}`
const { signal } = new AbortController()

/** What each path of the receiver does. */
const ANSWERS: Readonly<Record<string, (response: ServerResponse, socket: Socket) => void>> = {
  '/ok': (response) => response.end('thanks'),
  '/empty': (response) => response.writeHead(204).end(),
  '/redirect': (response) => response.writeHead(307, { location: '/ok' }).end(),
  '/gone': (response) => response.writeHead(410).end(),
  '/busy': (response) => response.writeHead(503, { 'retry-after': '120' }).end('later\0'),
  '/long': (response) => response.writeHead(500).end('é'.repeat(100_000)),
  '/endless': (response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write('x'.repeat(1000)), 1)
    response.on('close', () => clearInterval(timer))
  },
  '/reset': (_response, socket) => void socket.resetAndDestroy(),
  '/silent': () => {},
}

interface Received {
  readonly path: string
  readonly method: string
  readonly headers: Record<string, string>
  readonly body: string
}

const received: Received[] = []
let server: Server
let port: number

beforeAll(async () => {
  server = createServer(async (request: IncomingMessage, response) => {
    const { url: path = '', method = '', socket } = request
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    received.push({ path, method, body, headers: request.headers as Record<string, string> })
    ANSWERS[path]?.(response, socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})

afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

const BODY = JSON.stringify({ type: 'asset.created', data: { name: 'Größe.jpg' } })

function send(path: string, rules: { timeout?: number; resolve?: never } = {}) {
  const sender = webhooks({
    allowHttp: true,
    allowedNetworks: ['127.0.0.1'],
    ports: [port],
    ...rules,
  })
  const url = `http://127.0.0.1:${port}${path}`
  return sender.send({ id: 'event-1', url, secrets: [SECRET], body: BODY }, { signal })
}

describe('an attempt', () => {
  it('posts a body that standardwebhooks verifies', async () => {
    expect(await send('/ok')).toEqual({ status: 200, text: 'thanks', retryAfter: null })
    const { method, headers, body } = received.at(-1) as Received
    expect([method, body]).toEqual(['POST', BODY])
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': 'event-1',
      'user-agent': 'Stowage',
    })
    expect(new Webhook(SECRET).verify(body, headers)).toEqual(JSON.parse(BODY))
  })

  it.each([
    ['/empty', { status: 204, text: '', retryAfter: null }],
    ['/gone', { status: 410, text: '', retryAfter: null }],
    ['/busy', { status: 503, text: 'later', retryAfter: 120_000 }],
    ['/long', { status: 500, text: 'é'.repeat(1024), retryAfter: null }],
    ['/endless', { status: 200, text: 'x'.repeat(1024), retryAfter: null }],
  ])('tells what %s answers, in at most 1024 characters', async (path, answer) => {
    expect(await send(path)).toEqual(answer)
  })

  it('follows no redirect', async () => {
    received.length = 0
    expect(await send('/redirect')).toMatchObject({ status: 307 })
    expect(received.map(({ path }) => path)).toEqual(['/redirect'])
  })

  it.each([
    ['/reset', {}, 'unreachable: '],
    ['/silent', { timeout: 50 }, 'timeout: '],
  ] as const)('says why %s gave no answer', async (path, rules, text) => {
    expect(await send(path, rules)).toEqual({
      status: null,
      text: expect.stringMatching(`^${text}`),
      retryAfter: null,
    })
  })

  it('says that nobody listens, or that the answer is not HTTP', async () => {
    const other = createTcpServer((socket) => socket.resume().end('SSH-2.0-OpenSSH_9.6\r\n'))
    other.listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port: otherPort } = other.address() as AddressInfo
    const sender = webhooks({ allowHttp: true, allowedNetworks: ['127.0.0.1'], ports: [otherPort] })
    const message = {
      id: '1',
      url: `http://127.0.0.1:${otherPort}/`,
      secrets: [SECRET],
      body: '{}',
    }
    expect(await sender.send(message, { signal })).toMatchObject({
      status: null,
      text: expect.stringMatching(/^protocol: /),
    })
    other.close()
    await once(other, 'close')
    expect(await sender.send(message, { signal })).toMatchObject({
      status: null,
      text: expect.stringMatching(/^unreachable: /),
    })
  })

  it('rejects with the reason of its signal, and leaves no connection', async () => {
    const ending = new AbortController()
    const sender = webhooks({ allowHttp: true, allowedNetworks: ['127.0.0.1'], ports: [port] })
    const url = `http://127.0.0.1:${port}/silent`
    const sending = sender.send({ id: '1', url, secrets: [SECRET], body: '{}' }, ending)
    await once(server, 'request')
    ending.abort(new Error('closing'))
    await expect(sending).rejects.toThrow('closing')
  })
})

describe('an endpoint', () => {
  it.each([
    ['', 'invalid'],
    ['not a URL', 'invalid'],
    [`https://example.com/${'a'.repeat(9000)}`, 'invalid'],
    ['http://example.com/', 'scheme'],
    ['ftp://example.com/', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['https://user:secret@example.com/', 'credentials'],
    ['https://example.com:22/', 'port'],
  ])('is refused for its text: %s', (url, reason) => {
    expect(() => webhooks().assertUrl(url)).toThrow(
      expect.objectContaining({ code: 'url_refused', context: { reason } }),
    )
  })

  it.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0/',
    'https://10.0.0.1/',
    'https://172.16.0.1/',
    'https://192.168.0.1/',
    'https://100.64.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://168.63.129.16/machine',
    'https://198.18.0.1/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://[::]/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[fc00::1]/',
    'https://[fd00:ec2::254]/latest/meta-data/',
    'https://[fe80::1]/',
    'https://[ff02::1]/',
    'https://localhost/',
    'https://localhost./',
    'https://intranet.test/',
    'https://mixed.test/',
    'https://mixed6.test/',
    'https://nothing.test/',
    'https://zone.test/',
  ])('is not called unless each of its addresses is public: %s', async (url) => {
    const sender = webhooks({ resolve: async (host) => ADDRESSES[host] ?? [] })
    const answer = await sender.send({ id: '1', url, secrets: [SECRET], body: '{}' }, { signal })
    expect(answer).toMatchObject({ status: null, text: expect.stringMatching(/^address: /) })
  })

  it('is called at the address that was checked, whatever its name resolves to later', async () => {
    let asked = 0
    const resolve = async () => {
      asked += 1
      return asked === 1 ? ['127.0.0.1'] : ['10.0.0.1']
    }
    const sender = webhooks({
      allowHttp: true,
      allowedNetworks: ['127.0.0.1'],
      ports: [port],
      resolve,
    })
    const url = `http://rebinding.test:${port}/ok`
    const message = { id: '1', url, secrets: [SECRET], body: '{}' }
    expect(await sender.send(message, { signal })).toMatchObject({ status: 200 })
    expect(await sender.send(message, { signal })).toMatchObject({ status: null })
  })
})

/** What DNS says in these tests. */
const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  localhost: ['127.0.0.1', '::1'],
  'intranet.test': ['10.1.2.3'],
  'mixed.test': ['93.184.215.14', '10.0.0.1'],
  'mixed6.test': ['2606:2800:21f:cb07:6820:80da:af6b:8b2c', '::ffff:10.0.0.1'],
  'nothing.test': [],
  'zone.test': ['fe80::1%eth0'],
}

it('refuses rules that it does not know, or that are wrong', () => {
  expect(() => webhooks({ allowHTTP: true } as never)).toThrow('allowHTTP')
  expect(() => webhooks({ timeout: 0 })).toThrow('timeout')
  expect(() => webhooks({ allowedNetworks: ['everything'] })).toThrow('allowedNetworks')
})
