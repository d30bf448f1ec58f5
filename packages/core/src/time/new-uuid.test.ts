import { validate, version } from 'uuid'
import { expect, it } from 'vitest'
import { createUuids } from './new-uuid.ts'

const millisOf = (id: string): number => Number.parseInt(id.replace('-', '').slice(0, 12), 16)

it('makes ascending UUIDv7s, however many within a millisecond, and while the clock is corrected a little', () => {
  let now = 1_700_000_000_000
  const next = createUuids(() => now)
  const ids: string[] = []
  for (let step = 0; step < 2000; step += 1) {
    ids.push(next())
    if (step % 500 === 499) now += step === 999 ? -900 : 7
  }
  expect(ids.every((id) => validate(id) && version(id) === 7)).toBe(true)
  expect(ids).toEqual(ids.toSorted())
  expect(new Set(ids).size).toBe(ids.length)
})

it('comes back with a clock that had leapt forward', () => {
  const real = 1_700_000_000_000
  let now = real
  const next = createUuids(() => now)
  now = real + 10 * 365 * 86_400_000
  expect(millisOf(next())).toBe(now)
  now = real + 5
  expect(millisOf(next())).toBe(now)
})
