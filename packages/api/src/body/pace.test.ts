import { describe, expect, it } from 'vitest'
import { Pace } from './pace.ts'

describe('Pace', () => {
  it('is content with the rate, and not with a byte less', () => {
    const enough = new Pace(1000, 500)
    enough.moved(500)
    expect(enough.keepsUpAfter(500)).toBe(true)
    const less = new Pace(1000, 500)
    less.moved(499)
    expect(less.keepsUpAfter(500)).toBe(false)
  })

  it('refuses no client before the period is over', () => {
    const pace = new Pace(1000, 500)
    expect(pace.keepsUpAfter(499)).toBe(true)
    expect(pace.keepsUpAfter(1)).toBe(false)
  })

  it('gives no credit for what moved in an earlier period', () => {
    const pace = new Pace(1000, 500)
    pace.moved(1_000_000)
    expect(pace.keepsUpAfter(500)).toBe(true)
    expect(pace.keepsUpAfter(500)).toBe(false)
  })

  it('asks for more where the wait was longer than the period', () => {
    const pace = new Pace(1000, 500)
    pace.moved(1999)
    expect(pace.keepsUpAfter(2000)).toBe(false)
  })
})
