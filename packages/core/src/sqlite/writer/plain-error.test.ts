import { describe, expect, it } from 'vitest'
import { StowageError } from '../../errors/stowage-error.ts'
import { fromPlainError, toPlainError } from './plain-error.ts'

const through = (error: StowageError) => fromPlainError(structuredClone(toPlainError(error)))

describe('toPlainError and fromPlainError', () => {
  it('bring an error from one thread to another, with what the driver said', () => {
    const context = { limit: 5 }
    const cause = new TypeError('disk I/O error')
    const arrived = through(new StowageError('unavailable', 'Try again.', { context, cause }))
    expect(arrived).toBeInstanceOf(StowageError)
    expect(arrived).toMatchObject({ code: 'unavailable', message: 'Try again.', context })
    expect(arrived.cause).toEqual(new Error('TypeError: disk I/O error'))
  })

  it('make up no cause', () => {
    expect(through(new StowageError('closed', 'It is closed.')).cause).toBeUndefined()
  })
})
