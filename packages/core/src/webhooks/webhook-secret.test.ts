import { describe, expect, it } from 'vitest'
import { createSecretBox, newWebhookSecret } from './webhook-secret.ts'

const [OLD, NEW] = ['a'.repeat(32), 'b'.repeat(32)]
const UNREADABLE = expect.objectContaining({ code: 'unavailable' })

describe('the secret of an endpoint', () => {
  it('is 24 random bytes', () => {
    const secret = newWebhookSecret()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/)
    expect(newWebhookSecret()).not.toBe(secret)
  })

  it('is kept so that only its key opens it, for its endpoint alone', () => {
    const box = createSecretBox([OLD])
    const secret = newWebhookSecret()
    const sealed = box.seal(secret, 'one')
    expect(sealed).not.toContain(secret.slice(6))
    expect(box.seal(secret, 'one')).not.toBe(sealed)
    expect(box.open(sealed, 'one')).toBe(secret)
    expect(() => box.open(sealed, 'two')).toThrow(UNREADABLE)
    expect(() => createSecretBox([NEW]).open(sealed, 'one')).toThrow(UNREADABLE)
  })

  it.each(['', '1', '1.x.y', 'whsec_abc'])('is not read from another text: %s', (text) => {
    expect(() => createSecretBox([OLD]).open(text, 'one')).toThrow(UNREADABLE)
  })

  it('is not read when a byte of it was changed, or it was cut', () => {
    const box = createSecretBox([OLD])
    const sealed = box.seal(newWebhookSecret(), 'one')
    for (const at of [12, 30, sealed.length - 2]) {
      const other = sealed[at] === 'A' ? 'B' : 'A'
      const changed = sealed.slice(0, at) + other + sealed.slice(at + 1)
      expect(() => box.open(changed, 'one')).toThrow(UNREADABLE)
    }
    expect(() => box.open(sealed.slice(0, 30), 'one')).toThrow(UNREADABLE)
  })

  it('stays readable while the secret of the store is rotated', () => {
    const sealed = createSecretBox([OLD]).seal('whsec_x', 'one')
    const both = createSecretBox([NEW, OLD])
    expect(both.open(sealed, 'one')).toBe('whsec_x')
    expect(both.isNewest(sealed)).toBe(false)
    const again = both.seal('whsec_x', 'one')
    expect(both.isNewest(again)).toBe(true)
    expect(createSecretBox([NEW]).open(again, 'one')).toBe('whsec_x')
  })
})
