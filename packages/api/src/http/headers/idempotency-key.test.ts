import { describe, expect, it } from 'vitest'
import { idempotencyKeyOf } from './idempotency-key.ts'

const UUID = '8e03978e-40d5-43dd-bc93-6894a57f9324'

describe('idempotencyKeyOf', () => {
  it.each([
    [undefined, undefined],
    [`"${UUID}"`, UUID],
    [UUID, UUID],
    ['"a, b; c"', 'a, b; c'],
    ['"say \\"x\\" and \\\\"', 'say "x" and \\'],
    ['order:17/2026=b+c', 'order:17/2026=b+c'],
    [`"${'x'.repeat(255)}"`, 'x'.repeat(255)],
    ['x'.repeat(255), 'x'.repeat(255)],
    [`"${'\\"'.repeat(255)}"`, '"'.repeat(255)],
  ])('reads %j', (header, key) => {
    expect(idempotencyKeyOf(header)).toBe(key)
  })

  it.each([
    '',
    '""',
    '"',
    '"a',
    'a"',
    'a b',
    'a, b',
    `"${UUID}", "${UUID}"`,
    '"a"b',
    '"a";b=1',
    '"a\\b"',
    'a\\b',
    '"ü"',
    'ü',
    '"a\tb"',
    '"a\u0000b"',
    `"${'x'.repeat(256)}"`,
    'x'.repeat(256),
    `"${'\\"'.repeat(8000)}`,
  ])('refuses %j', (header) => {
    expect(() => idempotencyKeyOf(header)).toThrow(
      expect.objectContaining({
        status: 400,
        problems: [
          expect.objectContaining({
            code: 'invalid_parameter',
            source: { header: 'Idempotency-Key' },
          }),
        ],
      }),
    )
  })
})
