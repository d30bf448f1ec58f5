import { describe, expect, it } from 'vitest'
import { retryWhileBusy, retryWhileUnopened } from './retry.ts'

const failure = (code: string) => Object.assign(new Error(code), { code })

/** Fails so often with these errors, then succeeds; counts what was tried. */
function failing(...errors: readonly Error[]) {
  const tried = { times: 0 }
  const attempt = () => {
    const error = errors[tried.times]
    tried.times += 1
    if (error !== undefined) throw error
    return 'done'
  }
  return { tried, attempt }
}

describe('retryWhileBusy', () => {
  it('tries again while another connection has the lock', async () => {
    const busy = failure('SQLITE_BUSY')
    const { attempt, tried } = failing(busy, busy, busy)
    expect(await retryWhileBusy(600_000, attempt)).toBe('done')
    expect(tried.times).toBe(4)
  })

  it('tries once without a timeout, and throws what that threw', async () => {
    const busy = failure('SQLITE_BUSY')
    const { attempt, tried } = failing(busy)
    await expect(retryWhileBusy(0, attempt)).rejects.toBe(busy)
    expect(tried.times).toBe(1)
  })

  it('throws any other error at once', async () => {
    const broken = failure('SQLITE_CORRUPT')
    const { attempt, tried } = failing(failure('SQLITE_BUSY'), broken)
    await expect(retryWhileBusy(600_000, attempt)).rejects.toBe(broken)
    expect(tried.times).toBe(2)
  })
})

describe('retryWhileUnopened', () => {
  it('tries again while SQLite cannot open a file', () => {
    const unopened = failure('SQLITE_CANTOPEN')
    const { attempt, tried } = failing(unopened, unopened)
    expect(retryWhileUnopened(attempt)).toBe('done')
    expect(tried.times).toBe(3)
  })

  it('throws any other error at once', () => {
    const busy = failure('SQLITE_BUSY')
    const { attempt, tried } = failing(failure('SQLITE_CANTOPEN'), busy)
    expect(() => retryWhileUnopened(attempt)).toThrow(busy)
    expect(tried.times).toBe(2)
  })

  it('gives up in the end', () => {
    const unopened = failure('SQLITE_CANTOPEN')
    const attempt = () => {
      throw unopened
    }
    expect(() => retryWhileUnopened(attempt)).toThrow(unopened)
  })
})
