import * as crypto from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { systemClock } from '../time/timestamp.ts'
import type { SignedFile } from './canonical-text.ts'
import { createSigner } from './signer.ts'

vi.mock('node:crypto', async (original) => {
  const actual = await original<typeof crypto>()
  return { ...actual, timingSafeEqual: vi.fn(actual.timingSafeEqual) }
})

it('compares signatures in constant time, those of 43 characters alone', () => {
  const signer = createSigner({ secrets: ['secret of a test '.repeat(3)] }, systemClock())
  const file: SignedFile = { publicFileId: 'a-file', route: 'content', variant: undefined }
  const url = signer.sign(file, 'default', signer.expiryOf(3600))
  const compare = vi.mocked(crypto.timingSafeEqual)
  for (const [signature, times] of [
    [url.signature, 1],
    ['A'.repeat(43), 1],
    [`${url.signature.slice(0, -1)}!`, 1],
    ['A'.repeat(42), 0],
  ] as const) {
    compare.mockClear()
    const verify = () => signer.verify(file, { ...url, signature })
    if (signature === url.signature) verify()
    else expect(verify).toThrow(expect.objectContaining({ code: 'signature_invalid' }))
    expect(compare).toHaveBeenCalledTimes(times)
    for (const [a, b] of compare.mock.calls) expect([a.byteLength, b.byteLength]).toEqual([43, 43])
  }
})
