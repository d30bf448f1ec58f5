import { parseParameterized } from '@stowage/core/internal'
import { isLinear } from '@stowage/testing/internal'
import { describe, expect, it } from 'vitest'

describe('parseParameterized', () => {
  it('costs as much for each letter of a hostile header as for each of a short one', () => {
    const read = (header: string) => expect(parseParameterized(header)).toBeNull()
    expect(isLinear((length) => read(`a; b="${'\\"'.repeat(length / 2)}`))).toBe(true)
    expect(isLinear((length) => read(`a${';'.repeat(length)}"`))).toBe(true)
  })
})
