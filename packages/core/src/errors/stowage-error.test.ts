import { describe, expect, expectTypeOf, it } from 'vitest'
import { isStowageError, StowageError } from './stowage-error.ts'

describe('isStowageError', () => {
  it('narrows code and context of one code', () => {
    const error: unknown = new StowageError('file_too_large', 'No.', { context: { limit: 5 } })
    expect(isStowageError(error, 'file_too_large')).toBe(true)
    if (isStowageError(error, 'file_too_large')) {
      expectTypeOf(error).toExtend<StowageError>()
      expectTypeOf(error.code).toEqualTypeOf<'file_too_large'>()
      expectTypeOf(error.context.limit).toEqualTypeOf<number>()
      expectTypeOf(error.context.index).toEqualTypeOf<number | undefined>()
      expect(error.context.limit).toBe(5)
    }
  })

  it('narrows by a switch when several codes are asked for', () => {
    const error: unknown = new StowageError('type_not_allowed', 'No.', {
      context: { mimeType: 'a/b' },
    })
    if (!isStowageError(error, 'type_not_allowed', 'file_rejected')) throw error
    switch (error.code) {
      case 'type_not_allowed':
        expectTypeOf(error.context.mimeType).toEqualTypeOf<string>()
        expect(error.context.mimeType).toBe('a/b')
        break
      case 'file_rejected':
        expectTypeOf(error.context.reason).toEqualTypeOf<string>()
        throw error
    }
  })

  it('narrows to any StowageError without a code, and out of a union', () => {
    const outcome = new StowageError('closed', 'No.') as StowageError | readonly string[]
    if (isStowageError(outcome)) {
      expectTypeOf(outcome).toEqualTypeOf<StowageError>()
      expectTypeOf(outcome.context.anything).toEqualTypeOf<unknown>()
    } else expectTypeOf(outcome).toEqualTypeOf<readonly string[]>()
    expect(isStowageError(outcome, 'closed', 'unavailable')).toBe(true)
    expect(isStowageError(outcome, 'unavailable')).toBe(false)
    expect(isStowageError(new Error('closed'))).toBe(false)
  })

  it('accepts only codes that exist', () => {
    // @ts-expect-error: `too_large` is no code.
    expect(isStowageError(new StowageError('closed', 'No.'), 'too_large')).toBe(false)
  })
})
