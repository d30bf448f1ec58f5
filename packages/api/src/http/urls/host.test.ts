import { describe, expect, it } from 'vitest'
import { assertOneHost } from './host.ts'

describe('assertOneHost', () => {
  it.each([undefined, '', 'media.example', 'media.example:8443', '[::1]:80'])(
    'lets %j pass',
    (host) => {
      expect(() => assertOneHost({ host })).not.toThrow()
    },
  )

  it('refuses a Host that came twice, the same or another', () => {
    for (const host of ['a.example, b.example', 'a.example, a.example', 'a.example,']) {
      expect(() => assertOneHost({ host })).toThrow(
        expect.objectContaining({
          status: 400,
          problems: [
            {
              code: 'malformed_request',
              detail: 'Send one Host header.',
              source: { header: 'Host' },
            },
          ],
        }),
      )
    }
  })
})
