import { describe, expect, it } from 'vitest'
import { newToken, parseToken } from './token.ts'

describe('newToken', () => {
  it('has the documented form', () => {
    expect(newToken('stw').token).toMatch(/^stw_[0-9A-Za-z]{12}_[0-9A-Za-z]{33}$/)
  })

  it('begins with the prefix of its kind', () => {
    expect(newToken('stt').token).toMatch(/^stt_[0-9A-Za-z]{12}_[0-9A-Za-z]{33}$/)
  })

  it('is never the same twice', () => {
    const tokens = Array.from({ length: 1000 }, () => newToken('stw').token)
    expect(new Set(tokens).size).toBe(1000)
  })
})

describe('parseToken', () => {
  it('gives back the parts', () => {
    const { token, id, secret } = newToken('stw')
    expect(parseToken('stw', token)).toEqual({ id, secret })
  })

  it('refuses a token of the other kind, also with its prefix replaced', () => {
    const { token } = newToken('stt')
    expect(parseToken('stw', token)).toBeNull()
    expect(parseToken('stw', token.replace('stt', 'stw'))).toBeNull()
  })

  it('recognises every typo of one character by the checksum', () => {
    const { token } = newToken('stw')
    for (let at = 4; at < token.length; at += 1) {
      if (token[at] === '_') continue
      const other = token[at] === 'x' ? 'y' : 'x'
      expect(parseToken('stw', token.slice(0, at) + other + token.slice(at + 1))).toBeNull()
    }
  })

  it.each([
    '',
    'stw_',
    'Bearer x',
    'stw_a_b',
    `${newToken('stw').token}x`,
    ` ${newToken('stw').token}`,
  ])('refuses %j', (token) => {
    expect(parseToken('stw', token)).toBeNull()
  })
})
