import { describe, expect, it } from 'vitest'
import { wholeBody } from './whole-body.ts'

describe('wholeBody', () => {
  it.each([0, 1, 16 * 1024, 16 * 1024 + 1, 100_000])(
    'joins %i chunks and keeps none',
    async (count) => {
      async function* chunks() {
        const reused = Buffer.alloc(1)
        for (let index = 0; index < count; index += 1) {
          reused[0] = index % 251
          yield reused
        }
      }
      const expected = Buffer.from(Array.from({ length: count }, (_, index) => index % 251))
      expect(expected.equals(await wholeBody(chunks()))).toBe(true)
    },
  )

  it('takes chunks that are larger than what it has room for', async () => {
    async function* chunks() {
      yield Buffer.from('head')
      yield Buffer.alloc(1_000_000, 'x')
    }
    expect(Buffer.from(await wholeBody(chunks())).toString()).toBe(`head${'x'.repeat(1_000_000)}`)
  })
})
