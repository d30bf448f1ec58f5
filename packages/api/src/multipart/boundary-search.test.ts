import { describe, expect, it } from 'vitest'
import { BoundarySearch } from './boundary-search.ts'

const NEEDLE = '\r\n--ab'

/** What lies between the boundaries, of bytes that come in chunks of these sizes by turns. */
function pieces(text: string, sizes: readonly number[]): string[] {
  const found = ['']
  const search = new BoundarySearch(Buffer.from(NEEDLE), (isMatch, data, start, end) => {
    found[found.length - 1] += data?.toString('latin1', start, end) ?? ''
    if (isMatch) found.push('')
  })
  const bytes = Buffer.from(text, 'latin1')
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1
    expect(search.push(bytes.subarray(at, at + size))).toBe(Math.min(size, bytes.length - at))
    at += size
  }
  search.destroy()
  return found
}

describe('BoundarySearch', () => {
  it.each([
    '',
    NEEDLE,
    `${NEEDLE}${NEEDLE}`,
    `one${NEEDLE}two${NEEDLE}`,
    `\r\r\n\r\n-\r\n--a\r\n--${NEEDLE}\r\n--a`,
    `\r\n--a${NEEDLE}b`,
    `${'x'.repeat(20)}\r\n--a`,
  ])('finds the boundaries of %j, whatever chunks it comes in', (text) => {
    for (let size = 1; size <= text.length + 1; size += 1) {
      for (const sizes of [[size], [size, 1], [1, size], [size, 3, 7]]) {
        expect(pieces(text, sizes)).toEqual(text.split(NEEDLE))
      }
    }
  })

  it('finds one behind many that are none', () => {
    const text = `${'\r\n--x'.repeat(1000)}${NEEDLE}end`
    for (const size of [1, 7, 64, text.length]) {
      expect(pieces(text, [size])).toEqual(text.split(NEEDLE))
    }
  })

  it('finds them in bytes of which most are of a boundary', () => {
    let seed = 1
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % below
    }
    for (let round = 0; round < 500; round += 1) {
      const text = Array.from({ length: random(80) }, () =>
        random(8) === 0 ? NEEDLE : ('\r\n-ab'[random(5)] ?? ''),
      ).join('')
      const sizes = Array.from({ length: 4 }, () => 1 + random(12))
      expect(pieces(text, sizes)).toEqual(text.split(NEEDLE))
    }
  })

  it('tells of every byte at once that cannot begin a boundary', () => {
    const told: number[] = []
    const search = new BoundarySearch(Buffer.from(NEEDLE), (_, __, start, end) => {
      told.push(end - start)
    })
    search.push(Buffer.from('0123456789\r\n--'))
    expect(told).toEqual([10])
  })

  it.each([NEEDLE.length, 100])(
    'copies no chunk of %i bytes for what was held before it',
    (size) => {
      const told: (Buffer | undefined)[] = []
      const search = new BoundarySearch(Buffer.from(NEEDLE), (_, data) => told.push(data))
      const chunk = Buffer.alloc(size, 'x')
      search.push(Buffer.from('\r\n'))
      search.push(chunk)
      expect(told[1]).toBe(chunk)
    },
  )
})
