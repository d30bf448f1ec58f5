import assert from 'node:assert/strict'
import type { UnderlyingSource } from 'node:stream/web'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type ContractCase, describeContract } from '@stowage/testing'
import { type AdapterFixture, adapterSetup } from '@stowage/testing/http'
import { describe, expect, it, vi } from 'vitest'
import { createFetchHandler } from './create-fetch-handler.ts'
import type { FetchHandlerOptions } from './options.ts'

const MEBIBYTE = 1024 ** 2
/** What the streams between blob and reader may hold: far less than the files here. */
const BUFFERED = MEBIBYTE
/** Bytes that a client sends at a time. */
const PIECE = 65_536

/** Sends a request to the handler of a fixture. */
async function send(
  { baseUrl, key, fetch }: AdapterFixture,
  path: string,
  { headers, ...init }: RequestInit & { headers?: Record<string, string>; duplex?: 'half' } = {},
): Promise<Response> {
  assert(fetch)
  const authorized = { authorization: `Bearer ${key}`, ...headers }
  return fetch(`${baseUrl}/api/v1${path}`, { ...init, headers: authorized })
}

async function download(fixture: AdapterFixture, size: number, init: RequestInit = {}) {
  const { publicFileId } = await fixture.store.upload(Buffer.alloc(size, 7))
  const { signal = null, headers } = init
  return send(fixture, `/files/${publicFileId}/content`, {
    signal,
    ...(headers && { headers: headers as Record<string, string> }),
  })
}

const HEAD = Buffer.from(
  '--b\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n',
)
const FORM = { 'content-type': 'multipart/form-data; boundary=b' }

/** An upload whose body comes from `pull`, chunk by chunk. */
function upload(
  fixture: AdapterFixture,
  source: UnderlyingSource<Uint8Array>,
  init: { signal?: AbortSignal; headers?: Record<string, string> } = {},
): Promise<Response> {
  const body = new ReadableStream(source, { highWaterMark: 0 })
  const { headers, ...others } = init
  return send(fixture, '/assets', {
    method: 'POST',
    body,
    duplex: 'half',
    headers: { ...FORM, ...headers },
    ...others,
  })
}

/** A body that ends, without an error, before its announced length: Next cuts large ones like that. */
const shortBodyCase: ContractCase<AdapterFixture> = {
  name: 'a body that the framework cuts short is refused, and nothing is stored or replaced',
  async run(fixture) {
    const { id } = await fixture.store.upload(Buffer.from('first draft'))
    for (const [method, path] of [
      ['PUT', `/assets/${id}/content`],
      ['POST', '/assets/bulk-trash'],
    ] as const) {
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(Buffer.from(JSON.stringify({ asset_ids: [id] })))
          controller.close()
        },
      })
      const headers = { 'content-type': 'application/json', 'content-length': '1000' }
      const answer = await send(fixture, path, { method, body, headers, duplex: 'half' })
      expect(answer.status).toBe(400)
      expect(await answer.text()).toMatch(/malformed_request.*ended early/)
    }
    expect((await fixture.store.get(id)).size).toBe(11)
  },
}

async function expectNothingLeft(fixture: AdapterFixture): Promise<void> {
  await expect.poll(fixture.openFiles).toEqual([])
  await expect.poll(fixture.storedFiles).toEqual([])
  expect((await fixture.store.list()).total).toBe(0)
  expect(fixture.errors).toEqual([])
}

const answers: readonly ContractCase<AdapterFixture>[] = [
  {
    name: 'a body that is not read holds at most a few buffers, and goes on when it is',
    async run(fixture) {
      const response = await download(fixture, 24 * MEBIBYTE)
      for (let turn = 0; turn < 50; turn += 1) await nextTurn()
      expect(fixture.bytesRead()).toBeLessThan(BUFFERED)
      const reader = response.body?.getReader()
      await reader?.read()
      for (let turn = 0; turn < 50; turn += 1) await nextTurn()
      expect(fixture.bytesRead()).toBeLessThan(BUFFERED)
      for (;;) if ((await reader?.read())?.done) break
      expect(fixture.bytesRead()).toBe(24 * MEBIBYTE)
    },
  },
  {
    name: 'a reader gets every byte, also into memory of its own',
    async run(fixture) {
      const response = await download(fixture, 3 * MEBIBYTE + 1)
      const reader = response.body?.getReader({ mode: 'byob' })
      assert(reader)
      let size = 0
      for (;;) {
        const { done, value } = await reader.read(new Uint8Array(100_000))
        if (done) break
        expect(value.every((byte) => byte === 7)).toBe(true)
        size += value.byteLength
      }
      expect(size).toBe(3 * MEBIBYTE + 1)
      await expect.poll(fixture.openFiles).toEqual([])
    },
  },
  {
    name: 'the file is closed when the client cancels in the middle',
    async run(fixture) {
      const response = await download(fixture, 24 * MEBIBYTE)
      const reader = response.body?.getReader()
      await reader?.read()
      if (process.platform === 'linux') expect(await fixture.openFiles()).toHaveLength(1)
      await reader?.cancel()
      await expect.poll(fixture.openFiles).toEqual([])
      expect(fixture.bytesRead()).toBeLessThan(BUFFERED)
      expect(fixture.errors).toEqual([])
    },
  },
  {
    name: 'the file is closed when the client cancels before it reads',
    async run(fixture) {
      const response = await download(fixture, 24 * MEBIBYTE)
      await response.body?.cancel()
      await expect.poll(fixture.openFiles).toEqual([])
      expect(fixture.errors).toEqual([])
    },
  },
  {
    name: 'the file is closed, and the answer fails, when the request is aborted in the middle',
    async run(fixture) {
      const controller = new AbortController()
      const response = await download(fixture, 24 * MEBIBYTE, { signal: controller.signal })
      const reader = response.body?.getReader()
      await reader?.read()
      controller.abort()
      await expect(async () => {
        while (!(await reader?.read())?.done);
      }).rejects.toThrow(/abort/i)
      await expect.poll(fixture.openFiles).toEqual([])
      expect(fixture.errors).toEqual([])
    },
  },
  {
    name: 'a file that fails in the middle fails the answer without a word of why, and is reported once',
    async run(fixture) {
      fixture.script.fault = ({ method }) => (method === 'read' ? { kind: 'cut' } : undefined)
      const response = await download(fixture, 400_000)
      expect(response.status).toBe(200)
      await expect(response.arrayBuffer()).rejects.toThrow('The answer broke off before its end.')
      expect(fixture.errors).toHaveLength(1)
      const [{ error, request } = { error: null, request: null }] = fixture.errors
      expect(String(error)).toMatch('Simulated')
      expect(request).toMatchObject({
        method: 'GET',
        requestId: response.headers.get('x-request-id'),
        path: expect.stringMatching(/^\/api\/v1\/files\//),
        raw: expect.any(Request),
      })
      await expect.poll(fixture.openFiles).toEqual([])
    },
  },
]

const uploads: readonly ContractCase<AdapterFixture>[] = [
  shortBodyCase,
  {
    name: 'an upload asks for no more than it can store',
    async run(fixture) {
      let isScanning = false
      let release = () => {}
      fixture.script.scan = () => {
        isScanning = true
        return new Promise((resolve) => {
          release = () => resolve('accept')
        })
      }
      const chunk = new Uint8Array(PIECE)
      const next = (name: string) =>
        Buffer.from(
          `\r\n--b\r\nContent-Disposition: form-data; name="files[]"; filename="${name}"\r\n\r\n`,
        )
      const body = [next('a'), chunk, next('b'), ...Array.from({ length: 400 }, () => chunk)]
      let given = 0
      const answer = send(fixture, '/assets/bulk-upload', {
        method: 'POST',
        duplex: 'half',
        headers: FORM,
        body: new ReadableStream(
          {
            pull(controller) {
              const piece = body.shift()
              if (piece === undefined) {
                controller.enqueue(Buffer.from('\r\n--b--\r\n'))
                return controller.close()
              }
              given += piece.byteLength
              controller.enqueue(new Uint8Array(piece))
            },
          },
          { highWaterMark: 0 },
        ),
      })
      await expect.poll(() => isScanning).toBe(true)
      for (let turn = 0; turn < 200; turn += 1) await nextTurn()
      expect(given).toBeLessThan(BUFFERED)
      fixture.script.scan = () => 'accept'
      release()
      expect((await answer).status).toBe(201)
    },
  },
  {
    name: 'nothing is left of an upload whose request is aborted in the middle',
    async run(fixture) {
      const controller = new AbortController()
      const cancel = vi.fn()
      let pulls = 0
      const answer = upload(
        fixture,
        {
          pull(source) {
            pulls += 1
            if (pulls === 1) source.enqueue(HEAD)
            else if (pulls <= 20) source.enqueue(new Uint8Array(PIECE))
            else return new Promise(() => {})
          },
          cancel,
        },
        { signal: controller.signal },
      )
      await expect.poll(async () => (await fixture.storedFiles()).length).toBeGreaterThan(0)
      controller.abort()
      await answer
      await expectNothingLeft(fixture)
      expect(cancel).toHaveBeenCalledOnce()
    },
  },
  {
    name: 'a body that fails is 400, and leaves nothing',
    async run(fixture) {
      let pulls = 0
      const response = await upload(fixture, {
        pull(source) {
          pulls += 1
          if (pulls === 1) source.enqueue(HEAD)
          else if (pulls <= 10) source.enqueue(new Uint8Array(PIECE))
          else source.error(new Error('the wire broke'))
        },
      })
      expect(response.status).toBe(400)
      expect(await response.text()).toContain('malformed_request')
      await expectNothingLeft(fixture)
    },
  },
  {
    name: 'the body of a refused request is thrown away, and cancelled once its client is silent',
    async run(fixture) {
      let source: ReadableStreamDefaultController<Uint8Array> | undefined
      const cancel = vi.fn()
      const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
        source = controller
      }
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      try {
        const headers = { authorization: 'Bearer nothing' }
        const response = await upload(fixture, { start, cancel }, { headers })
        expect(response.status).toBe(401)
        expect(await response.text()).toContain('unauthenticated')
        await vi.advanceTimersByTimeAsync(4_999)
        source?.enqueue(new Uint8Array(PIECE))
        for (let turn = 0; turn < 10; turn += 1) await nextTurn()
        expect(source?.desiredSize).toBe(0)
        await vi.advanceTimersByTimeAsync(4_999)
        expect(cancel).not.toHaveBeenCalled()
        await vi.advanceTimersByTimeAsync(1)
        expect(cancel).toHaveBeenCalledOnce()
      } finally {
        vi.useRealTimers()
      }
      await expectNothingLeft(fixture)
    },
  },
  {
    name: 'an answer whose client still sends says that the connection ends, and ends with the body',
    async run(fixture) {
      let source: ReadableStreamDefaultController<Uint8Array> | undefined
      const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
        source = controller
      }
      const headers = { authorization: 'Bearer nothing', host: 'media.example' }
      const response = await upload(fixture, { start }, { headers })
      expect(response.headers.get('connection')).toBe('close')
      const reader = response.body?.getReader()
      const { value } = (await reader?.read()) ?? {}
      expect(response.headers.get('content-length')).toBe(String(value?.byteLength))
      let isEnded = false
      const end = reader?.read().then(() => {
        isEnded = true
      })
      for (let turn = 0; turn < 10; turn += 1) await nextTurn()
      expect(isEnded).toBe(false)
      source?.close()
      await end
    },
  },
  {
    name: 'an answer whose client has sent all lets the connection go on',
    async run(fixture) {
      const start = (source: ReadableStreamDefaultController<Uint8Array>) => {
        source.enqueue(new Uint8Array(PIECE))
        source.close()
      }
      const headers = { authorization: 'Bearer nothing', host: 'media.example' }
      const response = await upload(fixture, { start }, { headers })
      expect(response.status).toBe(401)
      expect(response.headers.get('connection')).toBe(null)
    },
  },
  {
    name: 'the body of a refused request is cancelled at once when its client leaves',
    async run(fixture) {
      const cancel = vi.fn()
      const controller = new AbortController()
      const { signal } = controller
      const headers = { authorization: 'Bearer nothing' }
      const response = await upload(fixture, { cancel }, { headers, signal })
      expect(response.status).toBe(401)
      expect(cancel).not.toHaveBeenCalled()
      controller.abort()
      expect(cancel).toHaveBeenCalledOnce()
    },
  },
  {
    name: 'a body that is too large is refused while it is sent',
    async run(fixture) {
      const chunk = new Uint8Array(MEBIBYTE)
      let pulls = 0
      const controller = new AbortController()
      const { signal } = controller
      const pull = (source: ReadableStreamDefaultController<Uint8Array>) => {
        pulls += 1
        source.enqueue(pulls === 1 ? HEAD : chunk)
      }
      const response = await upload(fixture, { pull }, { signal })
      expect(response.status).toBe(413)
      expect(await response.text()).toContain('body_too_large')
      expect(pulls).toBeLessThan(40)
      controller.abort()
      await expectNothingLeft(fixture)
    },
  },
]

function direct(options: FetchHandlerOptions = {}) {
  return adapterSetup(async (store, given) => {
    const handler = createFetchHandler(store, { ...given, ...options, path: '/media' })
    return {
      baseUrl: 'https://media.example/media',
      fetch: (url, init) => handler(new Request(url, init)),
      close: async () => {},
    }
  })
}

const runner = { describe, it }
describeContract('An answer of a fetch handler', answers, direct(), runner)
const limited = direct({ limits: { requestSize: 32 * MEBIBYTE } })
describeContract('An upload to a fetch handler', uploads, limited, runner)
describeContract(
  'A fetch handler with a short stallTimeout',
  [
    {
      name: 'an answer that is not read is broken off, and its file closed',
      async run(fixture) {
        const response = await download(fixture, 24 * MEBIBYTE)
        await expect.poll(fixture.openFiles).toEqual([])
        await expect(response.arrayBuffer()).rejects.toThrow('taken too slowly')
        expect(fixture.errors).toEqual([])
      },
    },
  ],
  direct({ stallTimeout: 1 }),
  runner,
)
describeContract(
  'A fetch handler with a short linger',
  [
    {
      name: 'the body of a refused request is cancelled once its client has had its time',
      async run(fixture) {
        const cancelled = new Promise<void>((resolve) => {
          const headers = { authorization: 'Bearer nothing' }
          const pull = async (source: ReadableStreamDefaultController<Uint8Array>) => {
            await nextTurn()
            source.enqueue(new Uint8Array(PIECE))
          }
          upload(fixture, { pull, cancel: () => resolve() }, { headers })
        })
        await cancelled
        await expectNothingLeft(fixture)
      },
    },
  ],
  direct({ linger: { totalMs: 1 } }),
  runner,
)
