import { PassThrough, Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { iteratorOfStream, iteratorOfWebStream } from './stream-iterators.ts'

const END = { done: true, value: undefined }

/** A stream of another package: its iteration ends as if it were whole, whatever became of the stream. */
function foreignStream(readableEnded: boolean | undefined): Readable {
  const stream = {
    readableEnded,
    async *[Symbol.asyncIterator]() {
      yield 'a part'
    },
  }
  return stream as unknown as Readable
}

describe('iteratorOfStream', () => {
  it('gives the chunks of a whole stream, and its end', async () => {
    const iterator = iteratorOfStream(Readable.from(['a', 'b']))
    expect(await iterator.next()).toEqual({ done: false, value: 'a' })
    expect(await iterator.next()).toEqual({ done: false, value: 'b' })
    expect(await iterator.next()).toEqual(END)
  })

  it('rejects at the end of a stream that says that it has not ended', async () => {
    const iterator = iteratorOfStream(foreignStream(false))
    expect(await iterator.next()).toEqual({ done: false, value: 'a part' })
    await expect(iterator.next()).rejects.toThrow('destroyed before its end')
  })

  it.each([true, undefined])('believes a stream whose readableEnded is %s', async (ended) => {
    const iterator = iteratorOfStream(foreignStream(ended))
    expect(await iterator.next()).toEqual({ done: false, value: 'a part' })
    expect(await iterator.next()).toEqual(END)
  })

  it('reports a destroyed stream in the same words, and passes an error on unchanged', async () => {
    const cut = new PassThrough()
    cut.destroy()
    await expect(iteratorOfStream(cut).next()).rejects.toMatchObject({
      message: expect.stringContaining('destroyed before its end'),
      cause: { code: 'ERR_STREAM_PREMATURE_CLOSE' },
    })
    const failing = new PassThrough()
    const failure = new Error('the line is dead')
    failing.destroy(failure)
    await expect(iteratorOfStream(failing).next()).rejects.toBe(failure)
  })

  it('destroys the stream when it is ended, though a chunk is waited for, and hides its error', async () => {
    const stream = new PassThrough({
      destroy: (_, done) => done(new Error('cannot close')),
    })
    const closed = new Promise((resolve) => stream.once('close', resolve))
    const iterator = iteratorOfStream(stream)
    const waiting = expect(iterator.next()).rejects.toThrow()
    expect(await iterator.return?.()).toEqual(END)
    expect(stream.destroyed).toBe(true)
    await Promise.all([closed, waiting])
  })
})

describe('iteratorOfWebStream', () => {
  it('gives the chunks of a stream, and its end', async () => {
    const stream = new ReadableStream({
      start(controller) {
        controller.enqueue('a')
        controller.close()
      },
    })
    const iterator = iteratorOfWebStream(stream)
    expect(await iterator.next()).toEqual({ done: false, value: 'a' })
    expect(await iterator.next()).toEqual(END)
  })

  it('cancels the stream when it is ended, though a chunk is waited for', async () => {
    let isCancelled = false
    const stream = new ReadableStream({
      cancel() {
        isCancelled = true
      },
    })
    const iterator = iteratorOfWebStream(stream)
    const waiting = iterator.next()
    expect(await iterator.return?.()).toEqual(END)
    expect(isCancelled).toBe(true)
    expect(await waiting).toEqual(END)
  })
})
