import { getEventListeners, once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { PassThrough, Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { assertContentLength, readBody } from './read-body.ts'

const limits = { idleTimeout: 30_000, minimumRate: 1024, patienceMs: 30_000 }

function read(
  body: Readable,
  options: { limit?: number; signal?: AbortSignal; headers?: Record<string, string> } = {},
) {
  const { limit = 1000, signal = new AbortController().signal, headers = {} } = options
  return readBody({ body, headers, signal }, { limit, limits })
}

async function collect(body: PassThrough, limit?: number): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of read(body, limit === undefined ? {} : { limit })) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

function listeners(body: Readable): number {
  return body.eventNames().reduce((sum, name) => sum + body.listenerCount(name), 0)
}

describe('readBody', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('gives the bytes to the end and leaves no listener behind', async () => {
    const body = new PassThrough()
    const before = listeners(body)
    const reading = collect(body)
    body.write('hello, ')
    setImmediate(() => body.end('fixture'))
    expect(await reading).toBe('hello, fixture')
    expect(listeners(body)).toBe(before)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('gives what had arrived before it fails, where that is to be kept', async () => {
    const left = new Error('the client left')
    for (const keepsArrived of [true, false]) {
      const body = new PassThrough()
      body.on('error', () => {})
      const client = new AbortController()
      const request = { body, headers: {}, signal: client.signal }
      const reading = readBody(request, { limit: 1_000_000, limits, keepsArrived })
      const first = reading.next()
      body.write(Buffer.alloc(10_000))
      expect((await first).value).toHaveLength(10_000)
      body.write(Buffer.alloc(20_000))
      body.write(Buffer.alloc(100))
      await nextTurn()
      client.abort(left)
      body.destroy()
      const rest: number[] = []
      const failure = (async () => {
        for await (const chunk of reading) rest.push(chunk.length)
      })()
      await expect(failure).rejects.toBe(left)
      expect(rest).toEqual(keepsArrived ? [20_000, 100] : [])
    }
  })

  it.each([
    ['3', 'abc', true],
    ['4', 'abc', false],
    ['1', '', false],
    ['0', '', true],
    // Another body than the header is of: nothing is missing.
    ['2', 'abc', true],
    ['many', 'abc', true],
  ])('compares an announced length of %s with %j', async (length, content, isWhole) => {
    const headers = { 'content-length': length }
    const ended = { status: 400, message: expect.stringContaining('ended early') }
    for (const body of [new PassThrough().end(content), content === '' ? null : undefined]) {
      if (body === undefined) continue
      const chunks = readBody(
        { body, headers, signal: new AbortController().signal },
        { limit: 9, limits },
      )
      const reading = (async () => {
        for await (const _ of chunks);
      })()
      if (isWhole) await reading
      else await expect(reading).rejects.toMatchObject(ended)
    }
  })

  it('leaves no listener on the signal, which may live longer than the body', async () => {
    const { signal } = new AbortController()
    for (const size of [3, 6]) {
      const reading = read(new PassThrough().end('x'.repeat(size)), { limit: 5, signal })
      await reading.next().catch(() => {})
      await reading.return()
    }
    const left = read(new PassThrough(), { signal })
    const waiting = left.next()
    await left.return()
    expect((await waiting).done).toBe(true)
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it.each([
    [4, true],
    [5, true],
    [6, false],
  ])('with a limit of 5, %i bytes are fine: %s', async (size, fine) => {
    const reading = collect(new PassThrough().end('x'.repeat(size)), 5)
    if (fine) expect(await reading).toHaveLength(size)
    else
      await expect(reading).rejects.toMatchObject({
        problems: [{ code: 'body_too_large', meta: { limit: 5 } }],
      })
  })

  it('is 408 when nothing comes for the idle time, and the stream is left alone', async () => {
    const body = new PassThrough()
    const before = listeners(body)
    const failing = expect(read(body).next()).rejects.toMatchObject({ status: 408 })
    await vi.advanceTimersByTimeAsync(29_999)
    expect(vi.getTimerCount()).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    await failing
    expect(body.destroyed).toBe(false)
    expect(listeners(body)).toBe(before)
  })

  it('is 408 when what comes is too little, counting only the time of waiting', async () => {
    const body = new PassThrough()
    const chunks = read(body, { limit: 1_000_000 })
    const trickle = async (bytes: number) => {
      const next = chunks.next()
      next.catch(() => {})
      await vi.advanceTimersByTimeAsync(20_000)
      body.write(Buffer.alloc(bytes))
      return next
    }
    await trickle(100)
    // The reader takes its time: that is not the client's fault.
    await vi.advanceTimersByTimeAsync(3_600_000)
    await expect(trickle(100)).rejects.toMatchObject({ status: 408 })

    const steady = read(body, { limit: 1_000_000 })
    const first = steady.next()
    await vi.advanceTimersByTimeAsync(20_000)
    body.write(Buffer.alloc(100_000))
    await first
    const second = steady.next()
    await vi.advanceTimersByTimeAsync(20_000)
    body.write('x')
    expect((await second).done).toBe(false)
  })

  it('is 408 when a client that was fast at first then only drips', async () => {
    const chunks = new PassThrough()
    const dripping = read(chunks, { limit: 1_000_000 })
    chunks.write(Buffer.alloc(900_000))
    let outcome: unknown
    const reading = (async () => {
      for await (const _ of dripping);
    })().catch((error) => {
      outcome = error
    })
    for (let count = 0; count < 4; count += 1) {
      await vi.advanceTimersByTimeAsync(20_000)
      chunks.write('x')
    }
    await reading
    expect(outcome).toMatchObject({ status: 408 })
  })

  it('is 400 when the body breaks off', async () => {
    const body = new PassThrough()
    body.on('error', () => {})
    const failing = expect(collect(body)).rejects.toMatchObject({ status: 400 })
    body.write('half')
    setImmediate(() => body.destroy(new Error('ECONNRESET')))
    await failing
    await expect(collect(body)).rejects.toMatchObject({ status: 400 })
  })

  it('lets only a few chunks come ahead of its reader, and none when it stops', async () => {
    let made = 0
    const body = new Readable({
      highWaterMark: 1,
      read() {
        made += 1
        this.push(made > 100 ? null : Buffer.alloc(64 * 1024))
      },
    })
    const before = listeners(body)
    const chunks = read(body, { limit: 10_000_000 })
    for (let taken = 1; taken <= 3; taken += 1) {
      expect((await chunks.next()).value).toHaveLength(64 * 1024)
      for (let turn = 0; turn < 20; turn += 1) await nextTurn()
      expect(made).toBeLessThanOrEqual(taken + 5)
    }
    await chunks.return()
    const madeUntilThen = made
    for (let turn = 0; turn < 20; turn += 1) await nextTurn()
    expect(made).toBe(madeUntilThen)
    expect(listeners(body)).toBe(before)
  })

  it('lets exactly 256 KiB come ahead of its reader', async () => {
    const body = new PassThrough()
    const chunks = read(body, { limit: 10_000_000 })
    body.write(Buffer.alloc(64 * 1024))
    await chunks.next()
    body.write(Buffer.alloc(256 * 1024 - 1))
    await nextTurn()
    expect(body.isPaused()).toBe(false)
    body.write('x')
    await nextTurn()
    expect(body.isPaused()).toBe(true)
    await chunks.return()
  })

  it('asks for no more while 256 KiB that came at once wait for its reader', async () => {
    const body = new PassThrough({ highWaterMark: 1024 * 1024 })
    const chunks = read(body, { limit: 10_000_000 })
    const next = chunks.next()
    body.write('x')
    body.write(Buffer.alloc(256 * 1024))
    await next
    expect(body.isPaused()).toBe(true)
    await chunks.return()
  })

  it('lets nothing more come when its reader goes, so that the rest is there for another', async () => {
    const body = new PassThrough()
    const chunks = read(body)
    body.write('first')
    expect(String((await chunks.next()).value)).toBe('first')
    await chunks.return()
    body.write('second')
    for (let turn = 0; turn < 5; turn += 1) await nextTurn()
    expect(String(body.read())).toBe('second')
  })

  it('does not touch a body that it never asked for anything', async () => {
    const body = new PassThrough()
    const signal = AbortSignal.abort(new Error('gone'))
    await expect(read(body, { signal }).next()).rejects.toThrow('gone')
    // So a later listener still makes the body flow. A paused body would not.
    expect(body.readableFlowing).toBeNull()
  })

  it('does not pause a body that has ended', async () => {
    const body = new PassThrough()
    const reading = collect(body)
    body.end('whole')
    expect(await reading).toBe('whole')
    expect(body.isPaused()).toBe(false)
  })

  it('gives what came together in few pieces, however small the chunks on the wire', async () => {
    // Their sender must rest in between.
    vi.useRealTimers()
    const sizes: number[] = []
    const server = createServer(async (req, res) => {
      for await (const chunk of read(req, { limit: 100_000 })) sizes.push(chunk.length)
      res.end()
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    const client = connect(port, '127.0.0.1').resume()
    client.write(
      'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n',
    )
    client.write(`${'1\r\nx\r\n'.repeat(50_000)}0\r\n\r\n`)
    await once(client, 'close')
    server.close()
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(50_000)
    expect(sizes.length).toBeLessThan(500)
  })

  it('accepts the body once, before it asks for the first byte', async () => {
    const body = new PassThrough()
    const before = listeners(body)
    const accept = vi.fn(() => expect(listeners(body)).toBe(before))
    const { signal } = new AbortController()
    const request = { body, headers: {}, signal, acceptBody: accept }
    const chunks = readBody(request, { limit: 10, limits })
    expect(accept).not.toHaveBeenCalled()
    body.end('x')
    for await (const _ of chunks);
    expect((await chunks.next()).done).toBe(true)
    expect(accept).toHaveBeenCalledOnce()
  })

  it('ends for good when its reader stops, also while that waits for more', async () => {
    const body = new PassThrough()
    const before = listeners(body)
    const chunks = read(body)
    const pending = chunks.next()
    await chunks.return()
    expect(await pending).toEqual({ done: true, value: undefined })
    body.write('late')
    expect(await chunks.next()).toEqual({ done: true, value: undefined })
    expect(listeners(body)).toBe(before)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('ends for good after a refusal', async () => {
    const body = new PassThrough().end('too long')
    const chunks = read(body, { limit: 3 })
    await expect(chunks.next()).rejects.toMatchObject({ status: 413 })
    expect((await chunks.next()).done).toBe(true)
  })

  it("ends with the signal's reason", async () => {
    const controller = new AbortController()
    const body = new PassThrough()
    const before = listeners(body)
    const next = read(body, { signal: controller.signal }).next()
    controller.abort(new Error('gone'))
    await expect(next).rejects.toThrow('gone')
    expect(listeners(body)).toBe(before)
  })
})

describe('assertContentLength', () => {
  it.each([undefined, '0', '4', '5'])('lets %s bytes come where 5 may', (header) => {
    expect(() => assertContentLength(header, 5)).not.toThrow()
  })

  it('refuses more before a byte has come', () => {
    const problems = [expect.objectContaining({ code: 'body_too_large', meta: { limit: 5 } })]
    expect(() => assertContentLength('6', 5)).toThrow(expect.objectContaining({ problems }))
  })
})
