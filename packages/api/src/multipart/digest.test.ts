import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { sha256OfContentDigest, sha256OfField } from './digest.ts'

const hash = createHash('sha256').update('x').digest()
const hex = hash.toString('hex')
const base64 = hash.toString('base64')

describe('sha256OfContentDigest', () => {
  it.each([
    `sha-256=:${base64}:`,
    `sha-512=:AAAA:, sha-256=:${base64}:`,
    `SHA-256=:${base64}:`,
    `sha-256=:${base64}:;q=1, sha-512=:AAAA:`,
  ])('reads %s', (header) => {
    expect(sha256OfContentDigest(header, 0)).toBe(hex)
  })

  it.each([undefined, '', 'sha-512=:AAAA:', 'x-sha-256=:AAAA:'])(
    'has nothing to say of %s',
    (header) => {
      expect(sha256OfContentDigest(header, 0)).toBeUndefined()
    },
  )

  it.each([
    'sha-256=:AAAA:',
    'Sha-256=abc',
    `sha-256=:${hex}:`,
    `sha-256=:${base64}:, sha-256=:${base64}:`,
  ])('refuses %s, and names the file', (header) => {
    const problems = [expect.objectContaining({ code: 'invalid_body', meta: { index: 3 } })]
    expect(() => sha256OfContentDigest(header, 3)).toThrow(expect.objectContaining({ problems }))
  })
})

describe('sha256OfField', () => {
  it('takes hexadecimal digits of either case, and nothing else', () => {
    expect(sha256OfField(hex.toUpperCase(), 0)).toBe(hex)
    expect(() => sha256OfField(base64, 0)).toThrow(/64 hexadecimal/)
  })
})
