import { expect, it } from 'vitest'
import { retryAfterOf } from './retry-after.ts'

const NOW = Date.parse('2026-01-01T00:00:00Z')

it.each([
  [undefined, null],
  ['', null],
  ['soon', null],
  ['-1', null],
  ['9'.repeat(50), null],
  ['0', 0],
  [' 5 ', 5000],
  ['999999999', 24 * 3600 * 1000],
  ['Thu, 01 Jan 2026 00:01:00 GMT', 60_000],
  ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
])('%s asks for %s milliseconds', (header, wanted) => {
  expect(retryAfterOf(header, NOW)).toBe(wanted)
})
