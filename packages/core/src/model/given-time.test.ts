import { describe, expect, it } from 'vitest'
import { requireTime } from './given-time.ts'

describe('requireTime', () => {
  it.each([
    [new Date(0), '1970-01-01T00:00:00.000000Z'],
    ['2026-01-31T09:05:00.123456Z', '2026-01-31T09:05:00.123456Z'],
    ['2026-01-31 09:05:00.1+02', '2026-01-31T07:05:00.100000Z'],
    ['2024-02-29T23:00:00-02:00', '2024-03-01T01:00:00.000000Z'],
    ['2026-01-31T09:05-0330', '2026-01-31T12:35:00.000000Z'],
    ['2026-01-31T09:05:00.123456789z', '2026-01-31T09:05:00.123456Z'],
  ])('keeps %s', (given, kept) => {
    expect(requireTime('createdAt', given)).toBe(kept)
  })

  it.each([
    '2026-01-31',
    '2026-01-31T09:05:00',
    '2026-13-31T09:05:00Z',
    '2019-02-30T00:00:00Z',
    '2023-02-29T00:00:00Z',
    '2026-04-31T23:59:59+02:00',
    '1969-12-31T23:59:59Z',
    '2255-01-01T00:00:00Z',
    new Date('x'),
    0,
    null,
  ])('refuses %s', (given) => {
    expect(() => requireTime('createdAt', given)).toThrow('createdAt must be a time')
  })
})
