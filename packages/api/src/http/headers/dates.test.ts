import { describe, expect, it } from 'vitest'
import { formatHttpDate, parseHttpDate } from './dates.ts'

const MOMENT = Date.UTC(1994, 10, 6, 8, 49, 37)

describe('parseHttpDate', () => {
  it.each([
    'Sun, 06 Nov 1994 08:49:37 GMT',
    'Sunday, 06-Nov-94 08:49:37 GMT',
    'Sun Nov  6 08:49:37 1994',
  ])('reads %s', (text) => {
    expect(parseHttpDate(text)).toBe(MOMENT)
  })

  it.each(['', '1', '1994-11-06', 'Sun, 06 Nov 1994 08:49:37', 'Sun, 06 Foo 1994 08:49:37 GMT'])(
    'gives null for %j',
    (text) => {
      expect(parseHttpDate(text)).toBeNull()
    },
  )

  it('reads what formatHttpDate writes', () => {
    expect(parseHttpDate(formatHttpDate(MOMENT))).toBe(MOMENT)
  })
})
