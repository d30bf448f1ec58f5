import { describe, expect, it } from 'vitest'
import { createFrameReader, frameHead } from './frames.ts'

const FRAMES = [
  { header: { name: 'nothing' }, body: '' },
  { header: { name: 'ä', list: [1, 2] }, body: 'body' },
  { header: {}, body: 'x'.repeat(5000) },
]
const BYTES = Buffer.concat(
  FRAMES.flatMap(({ header, body }) => [frameHead(header, body.length), Buffer.from(body)]),
)

describe('createFrameReader', () => {
  it.each([1, 3, 9, 10, 11, 100, BYTES.length])(
    'gives whole frames of pieces of %i bytes',
    (size) => {
      const read: unknown[] = []
      const take = createFrameReader<object>({
        limit: () => 5000,
        deliver: (header, body) => read.push({ header, body: body.toString() }),
      })
      for (let at = 0; at < BYTES.length; at += size) take(BYTES.subarray(at, at + size))
      expect(read).toEqual(FRAMES)
    },
  )

  it('refuses a body over the limit before it comes', () => {
    const take = createFrameReader({ limit: () => 10, deliver: () => {} })
    take(frameHead({}, 10))
    take(Buffer.alloc(10))
    expect(() => take(frameHead({}, 11))).toThrow('limit')
  })

  it('refuses a header over the limit, 1 MiB by default, and one that is not JSON', () => {
    const options = { limit: () => 10, deliver: () => {} }
    const long = frameHead({}, 0)
    long.writeUInt32LE(1024 ** 2 + 1, 0)
    expect(() => createFrameReader(options)(long)).toThrow('limit')
    expect(() => createFrameReader({ ...options, header: 1 })(frameHead({}, 0))).toThrow('limit')
    const broken = frameHead({}, 0)
    broken.write('!', broken.length - 1)
    expect(() => createFrameReader(options)(broken)).toThrow(SyntaxError)
  })
})
