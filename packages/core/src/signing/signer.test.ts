import { createTestClock } from '@stowage/testing'
import { describe, expect, it } from 'vitest'
import { canonicalText, type SignedFile } from './canonical-text.ts'
import { createSigner } from './signer.ts'

const [OLD, NEW] = ['old secret '.repeat(4), 'new secret '.repeat(4)] as const
const FILE: SignedFile = { publicFileId: 'a-file', route: 'content', variant: undefined }
const clock = createTestClock()
const signerWith = (...secrets: string[]) => createSigner({ secrets }, clock.read)

function signed(signer = signerWith(NEW), file = FILE, tenant = 'default') {
  return signer.sign(file, tenant, signer.expiryOf(3600))
}

function codeOf(verify: () => unknown): string {
  try {
    verify()
    return 'valid'
  } catch (error) {
    return (error as { code: string }).code
  }
}

describe('createSigner', () => {
  it('signs over each member, so that none can be changed', () => {
    const url = signed()
    const { verify } = signerWith(NEW)
    const other = signed(signerWith(NEW), FILE, 'other')
    const attempts: readonly (readonly [SignedFile, typeof url])[] = [
      [{ ...FILE, publicFileId: 'b-file' }, url],
      [{ ...FILE, route: 'download' }, url],
      [{ ...FILE, variant: 'thumbnail' }, url],
      [FILE, { ...url, expires: String(Number(url.expires) + 300) }],
      [FILE, { ...url, expires: ` ${url.expires}` }],
      [FILE, { ...url, expires: '' }],
      [FILE, { ...url, v: other.v }],
      [FILE, { ...url, v: `2${url.v.slice(1)}` }],
      [FILE, { ...url, v: '' }],
      [FILE, { ...url, signature: other.signature }],
      [FILE, { ...url, signature: `${url.signature}=` }],
      [FILE, { ...url, signature: 'ä'.repeat(43) }],
    ]
    for (const [file, parameters] of attempts) {
      expect(codeOf(() => verify(file, parameters))).toBe('signature_invalid')
    }
    expect(verify(FILE, url)).toMatchObject({ expires: Number(url.expires) })
  })

  it('says whose it is without naming the tenant', () => {
    const signer = signerWith(NEW)
    const url = signed(signer, FILE, 'acme')
    expect(JSON.stringify(url)).not.toContain('acme')
    expect(signer.verify(FILE, url).isOf('acme')).toBe(true)
    expect(signer.verify(FILE, url).isOf('default')).toBe(false)
  })

  it('accepts what an older secret signed while it is in the list, wherever it stands', () => {
    const url = signed(signerWith(OLD))
    for (const secrets of [[OLD], [OLD, NEW], [NEW, OLD]]) {
      expect(codeOf(() => signerWith(...secrets).verify(FILE, url))).toBe('valid')
    }
    expect(codeOf(() => signerWith(NEW).verify(FILE, url))).toBe('signature_invalid')
    expect(signed(signerWith(NEW, OLD))).toEqual(signed(signerWith(NEW)))
    expect(signed(signerWith(NEW, OLD))).not.toEqual(signed(signerWith(OLD)))
  })

  it('is good up to its expiry and not at it, by the clock of the store', () => {
    const signer = signerWith(NEW)
    const url = signed(signer)
    const at = Number(url.expires) - Date.UTC(2026, 0, 1) / 1000
    for (const [seconds, expected] of [
      [-86_400, 'valid'],
      [at - 1, 'valid'],
      [at, 'signature_expired'],
      [at + 86_400, 'signature_expired'],
    ] as const) {
      clock.set(seconds)
      expect(codeOf(() => signer.verify(FILE, url))).toBe(expected)
    }
    clock.set(at - 10)
    // The clock of tests is 123 microseconds past the second.
    expect(signer.verify(FILE, url).remaining).toBe(9)
    clock.set(0)
  })
})

describe('canonicalText', () => {
  it('differs wherever a member differs, whatever characters members hold', () => {
    const texts = [
      canonicalText({ ...FILE, variant: 'a' }, { v: '1', expires: '1' }),
      canonicalText({ ...FILE, variant: 'a,1:1' }, { v: '1', expires: '' }),
      canonicalText({ ...FILE, publicFileId: 'a-file,7:content' }, { v: '1', expires: '1' }),
      canonicalText(FILE, { v: '1', expires: '1' }),
      canonicalText({ ...FILE, variant: '0:' }, { v: '1', expires: '1' }),
    ]
    expect(new Set(texts).size).toBe(texts.length)
  })
})
