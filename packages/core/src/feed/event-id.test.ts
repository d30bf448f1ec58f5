import { expect, it } from 'vitest'
import { eventIdAt, eventIdTail, lowestEventId } from './event-id.ts'

it('makes another id of the form of UUIDv7 each time', () => {
  const ids = Array.from({ length: 1000 }, () => eventIdAt(1_700_000_000_123_456))
  expect(new Set(ids).size).toBe(1000)
  for (const id of ids) {
    expect(id).toMatch(/^018bcfe5-687b-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(id > lowestEventId(1_700_000_000_123_456)).toBe(true)
  }
  expect(eventIdTail()).toMatch(/^7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})
