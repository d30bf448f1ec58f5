import { describe, expect, it } from 'vitest'
import { isAmbiguous } from './part-header.ts'

describe('isAmbiguous', () => {
  it.each([
    [['form-data; name="a"', 'form-data; name="b"'], true],
    [['form-data; name="a"; name="b"'], true],
    [['form-data; name="a"; filename="b"'], false],
    [[], false],
    [undefined, false],
  ])('says of %j: %s', (lines, ambiguous) => {
    expect(isAmbiguous({ 'content-disposition': lines })).toBe(ambiguous)
  })
})
