import { PassThrough, Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import {
  chunksOf,
  discardSource,
  nameOfSource,
  requireSource,
  sizeOfSource,
  type UploadSource,
} from './upload-source.ts'

const unused = () => {}

/** What packages and other realms have as blobs and web streams: no more than these methods. */
const foreignBlob = { arrayBuffer: unused, slice: unused, size: 5 }
const foreignWebStream = { getReader: unused, cancel: unused }

describe('requireSource', () => {
  it.each<[string, unknown]>([
    ['a stream', new PassThrough()],
    ['an async iterable', (async function* () {})()],
    ['a Uint8Array', new Uint8Array(1)],
    ['a Uint8Array of another realm', runInNewContext('new Uint8Array(1)')],
    ['a Blob', new Blob([])],
    ['a Blob of another package', foreignBlob],
    ['a web stream', new ReadableStream()],
    ['a web stream that cannot be iterated', foreignWebStream],
  ])('takes %s', (_, source) => {
    expect(requireSource(source)).toBe(source)
  })

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a number', 7],
    ['an object', {}],
    ['an array of bytes', [1, 2]],
    ['an ArrayBuffer', new ArrayBuffer(1)],
    ['a function', Object.assign(() => {}, { [Symbol.asyncIterator]: unused })],
    ['half of a Blob', { arrayBuffer: unused, slice: 7 }],
    ['the other half of a Blob', { slice: unused }],
    ['a Response', new Response('words')],
    ['half of a web stream', { getReader: unused }],
    ['the other half of a web stream', { cancel: unused }],
  ])('refuses %s', (_, source) => {
    const error = { code: 'invalid_argument', context: { argument: 'source' } }
    expect(() => requireSource(source)).toThrow(expect.objectContaining(error))
  })
})

describe('the refusal of a source', () => {
  it.each<[unknown, RegExp]>([
    [{ path: 'photo.jpg' }, /^An object with a path is not a source. Use fromPath\(path\)/],
    ['photo.jpg', /^A string is not a source. Use fromPath\(path\)/],
    [{}, /^source must be a stream/],
  ])('of %j says what to pass', (source, message) => {
    expect(() => requireSource(source)).toThrow(message)
  })
})

describe('nameOfSource', () => {
  it('is the name of a File', () => {
    expect(nameOfSource(new File(['words'], 'a.txt'))).toBe('a.txt')
  })

  it.each<[string, object]>([
    ['a Blob without a name', new Blob([])],
    ['a Blob whose name is no text', { ...foreignBlob, name: 7 }],
    ['a stream with a name', Object.assign(new PassThrough(), { name: 'a.txt' })],
  ])('is unknown of %s', (_, source) => {
    expect(nameOfSource(source as UploadSource)).toBeUndefined()
  })
})

describe('sizeOfSource', () => {
  it('is known of bytes and of blobs, of which a Uint8Array may be a window', () => {
    expect(sizeOfSource(new Uint8Array(9).subarray(2, 5))).toBe(3)
    expect(sizeOfSource(foreignBlob as unknown as Blob)).toBe(5)
    expect(sizeOfSource(new PassThrough())).toBeUndefined()
  })
})

describe('discardSource', () => {
  it('ends an iterator, and passes over how it ends', async () => {
    let ended = 0
    const iterator = {
      next: unused,
      async return() {
        ended += 1
        throw new Error('cannot end')
      },
    }
    discardSource(iterator)
    expect(ended).toBe(1)
    // An uncaught error would end the process now.
    await setImmediate()
  })

  it('destroys a stream that has no error listener, and does not iterate it', async () => {
    const stream = new PassThrough()
    const closed = new Promise((resolve) => stream.once('close', resolve))
    discardSource(stream)
    expect(stream.destroyed).toBe(true)
    await closed
  })

  it('cancels the body of a Response', async () => {
    let cancelled = 0
    const body = new ReadableStream({
      cancel() {
        cancelled += 1
      },
    })
    discardSource(new Response(body))
    await setImmediate()
    expect(cancelled).toBe(1)
  })

  it('cancels a web stream, and passes over how it ends', async () => {
    let cancelled = 0
    discardSource({
      ...foreignWebStream,
      async cancel() {
        cancelled += 1
        throw new Error('cannot end')
      },
    })
    expect(cancelled).toBe(1)
    await setImmediate()
  })

  it.each<[string, (refuse: () => never) => unknown]>([
    ['an iterator', (refuse) => ({ next: unused, return: refuse })],
    ['a web stream', (refuse) => ({ ...foreignWebStream, cancel: refuse })],
    ['a stream', (refuse) => ({ on: unused, pipe: unused, destroy: refuse })],
  ])('passes over it when %s throws at once', async (_, sourceWith) => {
    const source = sourceWith(() => {
      throw new Error('cannot end')
    })
    expect(() => discardSource(source)).not.toThrow()
    await setImmediate()
  })

  it.each<[string, (touch: () => void) => unknown]>([
    ['has `return` and is no iterator', (touch) => ({ return: touch })],
    ['is an iterator that cannot be ended', (touch) => ({ next: touch })],
    ['has a `return` that is no method', (touch) => ({ next: touch, return: 7 })],
    ['is bytes', () => new Uint8Array(1)],
    ['is a Blob', () => new Blob([])],
    ['is not there', () => undefined],
    ['is null', () => null],
  ])('touches nothing that %s', (_, make) => {
    let touched = false
    discardSource(
      make(() => {
        touched = true
      }),
    )
    expect(touched).toBe(false)
  })
})

describe('chunksOf', () => {
  async function textOf(source: AsyncIterable<unknown> | Blob): Promise<string> {
    const chunks: Uint8Array[] = []
    for await (const chunk of chunksOf(source, undefined)) chunks.push(chunk)
    return Buffer.concat(chunks).toString()
  }

  it.each<[string, () => AsyncIterable<unknown> | Blob]>([
    ['a stream', () => Readable.from([Buffer.from('some '), Buffer.from('words')])],
    ['a web stream', () => new Blob(['some words']).stream()],
    ['a Blob', () => new Blob(['some words'])],
  ])('are all the bytes of %s', async (_, source) => {
    expect(await textOf(source())).toBe('some words')
  })
})
