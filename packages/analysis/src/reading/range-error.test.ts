import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { isRangeError } from './range-error.ts'

describe('isRangeError', () => {
  it('recognises range errors of this and of another realm', () => {
    expect(isRangeError(new RangeError('here'))).toBe(true)
    const foreign: unknown = runInNewContext('new RangeError("there")')
    expect(foreign instanceof RangeError).toBe(false)
    expect(isRangeError(foreign)).toBe(true)
  })

  it('takes nothing else for one', () => {
    for (const other of [null, undefined, 'RangeError', 5, new TypeError('other')]) {
      expect(isRangeError(other)).toBe(false)
    }
  })
})
