import { describe, expect, it } from 'vitest'
import { withDefaults } from './analyzer-options.ts'

describe('options of createAnalyzer', () => {
  it('have defaults', () => {
    expect(withDefaults({})).toEqual({ maxTimeMs: 10_000, maxBytes: 16_777_216 })
    expect(withDefaults({ maxTimeMs: 1 })).toEqual({ maxTimeMs: 1, maxBytes: 16_777_216 })
  })

  it.each([
    { maxTimeMs: 0 },
    { maxTimeMs: 2 ** 31 },
    { maxBytes: 0 },
    { maxBytes: 1.5 },
    { maxBytes: '16' as never },
  ])('are refused out of range: %o', (options) => {
    expect(() => withDefaults(options)).toThrow(/must be a whole number from 1 to/)
  })

  it.each([null, 5, 'fast', [], () => {}, Promise.resolve({})])(
    'are refused when they are %o',
    (options) => {
      expect(() => withDefaults(options as never)).toThrow(
        /^createAnalyzer takes options as an object/,
      )
    },
  )

  it('are refused with what was given', () => {
    expect(() => withDefaults({ maxTimeMs: '5' as never })).toThrow(
      /to 2147483647, not a string\.$/,
    )
    expect(() => withDefaults({ maxTimeMs: 0 })).toThrow(/, not 0\.$/)
  })

  it('are refused under names that do not exist', () => {
    const options = { maxtime: 5 }
    expect(() => withDefaults(options as object)).toThrow(
      'createAnalyzer has no option "maxtime". It has maxTimeMs and maxBytes.',
    )
  })
})
