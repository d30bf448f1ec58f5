import { mkdtemp, readdir, rm } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Asset, type AssetStore, openAssetStore, type UploadOptions } from '@stowage/core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { fromUrl } from './from-url.ts'
import type { FromUrlRules } from './rules/from-url-rules.ts'
import { forever, type HostileHost, startHostileHost } from './testing/hostile-host.fixture.ts'

/** Above what is kept in memory, so that files are staged on the disk. */
const MAX_BYTES = 300 * 1024
const FULL = 'x'.repeat(64 * 1024)

type Answer = (socket: Socket, port: number) => void

const says =
  (head: string, body: string | Buffer = ''): Answer =>
  (socket) => {
    socket.write(`HTTP/1.1 ${head}\r\n\r\n`)
    socket.end(body)
  }
const opens =
  (head: string, body: string, every: number): Answer =>
  (socket) => {
    socket.write(`HTTP/1.1 ${head}\r\n\r\n`)
    forever(socket, body, every)
  }
const leads =
  (location: string): Answer =>
  (socket, port) =>
    says(`302 Found\r\nlocation: ${location.replace('PORT', String(port))}`)(socket, port)
const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`

/** What each host does, and what the store then says. */
const HOSTILE: Readonly<Record<string, readonly [code: string, reason: string, answer: Answer]>> = {
  '/closes': ['url_failed', 'unreachable', (socket) => socket.end()],
  '/resets': ['url_failed', 'unreachable', (socket) => socket.resetAndDestroy()],
  '/no-http': ['url_failed', 'protocol', (socket) => void socket.write('SSH-2.0-OpenSSH_9.6\r\n')],
  '/endless-headers': [
    'url_failed',
    'protocol',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      forever(socket, `x-more: ${'y'.repeat(4000)}\r\n`, 1)
    },
  ],
  '/404': ['url_failed', 'status', says('404 Not Found', 'no such file')],
  '/500': ['url_failed', 'status', opens('500 Oh', FULL, 1)],
  '/206': ['url_failed', 'status', says('206 Partial Content\r\ncontent-length: 1', 'a')],
  '/204': ['url_failed', 'status', says('204 No Content')],
  '/304': ['url_failed', 'status', says('304 Not Modified')],
  '/upgrade': [
    'url_failed',
    'unreachable',
    says('101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket'),
  ],
  '/gzip': [
    'url_failed',
    'encoding',
    says('200 OK\r\ncontent-encoding: gzip', gzipSync(Buffer.alloc(4_000_000))),
  ],
  '/gzip-transfer': [
    'url_failed',
    'encoding',
    says('200 OK\r\ntransfer-encoding: gzip, chunked', '0\r\n\r\n'),
  ],
  '/short': ['url_failed', 'incomplete', says('200 OK\r\ncontent-length: 100', 'too short')],
  '/cut-chunks': [
    'url_failed',
    'incomplete',
    says('200 OK\r\ntransfer-encoding: chunked', chunk('part')),
  ],
  '/bad-chunks': [
    'url_failed',
    'incomplete',
    says('200 OK\r\ntransfer-encoding: chunked', 'zz\r\nnonsense\r\n'),
  ],
  '/two-lengths': [
    'url_failed',
    'protocol',
    says('200 OK\r\ncontent-length: 3\r\ncontent-length: 4', 'abcd'),
  ],
  '/length-and-chunks': [
    'url_failed',
    'protocol',
    says('200 OK\r\ncontent-length: 3\r\ntransfer-encoding: chunked', '0\r\n\r\n'),
  ],
  '/announces-too-much': [
    'file_too_large',
    '',
    opens('200 OK\r\ncontent-length: 99999999', FULL, 1),
  ],
  '/endless': ['file_too_large', '', opens('200 OK', FULL, 1)],
  '/endless-chunks': [
    'file_too_large',
    '',
    opens('200 OK\r\ntransfer-encoding: chunked', chunk(FULL), 1),
  ],
  '/loop': ['url_failed', 'redirects', leads('/loop')],
  '/chain': ['url_failed', 'redirects', leads('http://files.test:PORT/chain')],
  '/nowhere': ['url_failed', 'redirects', says('302 Found')],
  '/to-metadata': [
    'url_refused',
    'address',
    leads('http://169.254.169.254:PORT/latest/meta-data/'),
  ],
  '/to-loopback': ['url_refused', 'address', leads('http://127.0.0.2:PORT/file')],
  '/to-name': ['url_refused', 'address', leads('http://intranet.test:PORT/file')],
  '/to-file': ['url_refused', 'scheme', leads('file:///etc/passwd')],
  '/to-port': ['url_refused', 'port', leads('http://files.test:22/')],
  '/to-credentials': ['url_refused', 'credentials', leads('http://a:b@files.test:PORT/file')],
  '/to-nonsense': ['url_refused', 'invalid', leads('http://[::1')],
}

/** Those that only time ends. */
const SLOW: Readonly<Record<string, Answer>> = {
  '/silent': () => {},
  '/slow-headers': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nx: ')
    forever(socket, 'y', 20)
  },
  '/continues': (socket) => forever(socket, 'HTTP/1.1 100 Continue\r\n\r\n', 5),
  '/stalls': (socket) => void socket.write('HTTP/1.1 200 OK\r\n\r\nbegun'),
  '/drips': opens('200 OK\r\ncontent-length: 1000', 'z', 20),
}

const GOOD: Readonly<Record<string, Answer>> = {
  '/a%20photo.txt': says('200 OK\r\ncontent-length: 5', 'hello'),
  '/chunks': says(
    `200 OK\r\ncontent-disposition: attachment; filename="x.txt"; filename*=UTF-8''z%C3%BCrich.txt\r\ntransfer-encoding: chunked`,
    `${chunk('hel')}${chunk('lo')}0\r\n\r\n`,
  ),
  '/other-case': says(
    '200 OK\r\ncontent-encoding: Identity\r\ntransfer-encoding: Chunked',
    `${chunk('hello')}0\r\n\r\n`,
  ),
  '/path': says('200 OK\r\ncontent-disposition: inline; filename="../../etc/ü.txt"', 'hello'),
  '/moved': leads('http://files.test:PORT/a%20photo.txt'),
}

let root: string
let host: HostileHost
let store: AssetStore
/** What DNS says for `rebinds.test`, one after the other. */
let rebinding: string[][] = []

async function resolve(name: string): Promise<readonly string[]> {
  if (name === 'rebinds.test') return rebinding.shift() ?? []
  return name === 'files.test' ? ['127.0.0.1'] : ['10.0.0.1']
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'stowage-from-url-'))
  const answers = Object.entries(HOSTILE).map(([path, [, , answer]]) => [path, answer] as const)
  host = await startHostileHost({ ...GOOD, ...SLOW, ...Object.fromEntries(answers) })
  store = await openAssetStore({
    directory: join(root, 'media'),
    advanced: { sweepEveryMs: false },
    limits: { fileSize: MAX_BYTES },
  })
})

afterAll(async () => {
  await Promise.all([store.close(), host.close()])
  await rm(root, { recursive: true })
})

afterEach(() => host.whenLeft())

function url(path: string, name = 'files.test'): string {
  return `http://${name}:${host.port}${path}`
}

function rules(more: FromUrlRules = { responseTimeout: 120_000 }): FromUrlRules {
  return { allowedNetworks: ['127.0.0.1'], ports: [host.port], resolve, ...more }
}

async function upload(address: string | URL, options: UploadOptions = {}): Promise<Asset> {
  return store.upload(fromUrl(address, rules()), options)
}

describe('fromUrl', () => {
  it.each(Object.entries(HOSTILE))('refuses %s', async (path, [code, reason]) => {
    const refusal = reason === '' ? { code } : { code, context: { reason } }
    await expect(upload(url(path))).rejects.toMatchObject(refusal)
  })

  it.each(Object.keys(SLOW))('gives up %s', async (path) => {
    const hasty = fromUrl(url(path), rules({ responseTimeout: 150 }))
    await expect(store.upload(hasty)).rejects.toMatchObject({
      code: 'url_failed',
      context: { reason: 'timeout' },
    })
  })

  it('leaves nothing behind of what was refused, and no connection', async () => {
    expect((await store.list()).total).toBe(0)
    const entries = await readdir(root, { recursive: true, withFileTypes: true })
    const inside = entries.filter((entry) => /blobs|staging/.test(entry.parentPath))
    expect(inside.filter((entry) => entry.isFile())).toEqual([])
  })

  it('stores what comes, under the name that the host or the URL gives', async () => {
    const named = await upload(url('/a%20photo.txt'))
    expect(named).toMatchObject({ name: 'a photo.txt', size: 5, mimeType: 'text/plain' })
    expect((await upload(new URL(url('/chunks')))).name).toBe('zürich.txt')
    expect((await upload(url('/path'))).name).toBe('ü.txt')
    const folder = await store.folders.create({ name: 'Fetched' })
    const options = { name: 'own.txt', folderId: folder.id, tags: ['web'] }
    const moved = await upload(url('/moved'), options)
    expect(moved).toMatchObject({ name: 'own.txt', folderId: folder.id, tags: ['web'] })
    const request = host.requests.at(-1)?.toLowerCase()
    expect(request).toContain('accept-encoding: identity')
    expect(request).not.toMatch(/cookie|authorization|referer/)
  })

  it('takes the names of codings in any case', async () => {
    expect((await upload(url('/other-case'))).size).toBe(5)
  })

  it('is an upload: digest, idempotency key and read-only count', async () => {
    const wrong = { sha256: 'a'.repeat(64) }
    await expect(upload(url('/chunks'), wrong)).rejects.toMatchObject({
      code: 'digest_mismatch',
    })
    const key = { idempotencyKey: 'once' }
    const first = await upload(url('/chunks'), key)
    expect((await upload(url('/chunks'), key)).id).toBe(first.id)
    const misspelt = { nmae: 'x' } as object
    await expect(upload(url('/chunks'), misspelt)).rejects.toMatchObject({
      code: 'invalid_argument',
    })
    await expect(upload(5 as unknown as string)).rejects.toThrow('a URL as text')
  })

  it('asks DNS once for each host on the way, and connects to what was checked', async () => {
    rebinding = [['127.0.0.1'], ['127.0.0.2']]
    await upload(url('/chunks', 'rebinds.test'))
    expect(rebinding).toEqual([['127.0.0.2']])
    await expect(upload(url('/chunks', 'rebinds.test'))).rejects.toMatchObject({
      code: 'url_refused',
    })
  })

  it('ends its connection when it was opened and nothing of it is read', async () => {
    const { signal } = new AbortController()
    const { bytes } = await fromUrl(url('/stalls'), rules()).open({ limit: MAX_BYTES, signal })
    await bytes[Symbol.asyncIterator]().return?.()
    await host.whenLeft()
  })

  it('ends with its signal, and with the store', async () => {
    const controller = new AbortController()
    const { length } = host.requests
    const aborted = upload(url('/stalls'), { signal: controller.signal })
    await expect.poll(() => host.requests.length, { timeout: 60_000 }).toBe(length + 1)
    const reason = new Error('enough')
    controller.abort(reason)
    await expect(aborted).rejects.toBe(reason)
    const closing = await openAssetStore({
      directory: join(root, 'closing'),
      advanced: { closeTimeout: 0 },
    })
    const cut = closing.upload(fromUrl(url('/silent'), rules())).catch((error) => error)
    await expect.poll(() => host.requests.length, { timeout: 60_000 }).toBe(length + 2)
    await closing.close()
    expect(await cut).toMatchObject({ code: 'closed' })
  })
})
