import { describe, expect, it } from 'vitest'
import { newToken, parseToken } from './token.ts'

describe('newToken', () => {
  it('has the documented form', () => {
    expect(newToken().token).toMatch(/^stw_[0-9A-Za-z]{12}_[0-9A-Za-z]{33}$/)
  })

  it('is never the same twice', () => {
    const tokens = Array.from({ length: 1000 }, () => newToken().token)
    expect(new Set(tokens).size).toBe(1000)
  })
})

describe('parseToken', () => {
  it('gives back the parts', () => {
    const { token, id, secret } = newToken()
    expect(parseToken(token)).toEqual({ id, secret })
  })

  it('recognises every typo of one character by the checksum', () => {
    const { token } = newToken()
    for (let at = 4; at < token.length; at += 1) {
      if (token[at] === '_') continue
      const other = token[at] === 'x' ? 'y' : 'x'
      expect(parseToken(token.slice(0, at) + other + token.slice(at + 1))).toBeNull()
    }
  })

  it.each(['', 'stw_', 'Bearer x', 'stw_a_b', `${newToken().token}x`, ` ${newToken().token}`])(
    'refuses %j',
    (token) => {
      expect(parseToken(token)).toBeNull()
    },
  )
})
