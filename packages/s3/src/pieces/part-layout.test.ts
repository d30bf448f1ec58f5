import { describe, expect, it } from 'vitest'
import { layoutText, readLayout } from './part-layout.ts'

const MIB = 1024 ** 2
const TIB = 1024 ** 4

describe.each([
  ['an unknown size', null, 5 * TIB],
  ['1 byte', 1, 1],
  ['512 MiB', 512 * MIB, 512 * MIB],
  ['100 GiB', 100 * 1024 * MIB, 100 * 1024 * MIB],
  ['5 TiB', 5 * TIB, 5 * TIB],
] as const)('the parts of a file of %s', (_, announced, size) => {
  const { partAt } = readLayout(layoutText(announced))

  it('follow each other, are as S3 takes them, and are numbered from 1 on', () => {
    let end = 0
    let last = 0
    while (end < size) {
      const part = partAt(end)
      expect(part.start).toBe(end)
      expect(partAt(end + part.size - 1)).toEqual(part)
      expect(part.size).toBeGreaterThanOrEqual(8 * MIB)
      expect(part.size).toBeLessThanOrEqual(5 * 1024 * MIB)
      last += 1
      expect(part.number).toBe(last)
      end += part.size
    }
    expect(last).toBeLessThanOrEqual(2400)
  })
})

it('refuses what is no layout', () => {
  for (const text of ['', '0', '1', '-8388608', '8388607', '99999999999', '8e6', 'growing ']) {
    expect(() => readLayout(text), text).toThrow('not of this store')
  }
})
