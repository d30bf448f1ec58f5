import { afterEach, expect, test, vi } from 'vitest'
import { inSlices } from './in-slices.ts'

afterEach(() => vi.restoreAllMocks())

test('the page has its turn after each slice, and the order stays', async () => {
  // Each item takes 5 ms by the clock that is asked.
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const done: (number | 'turn')[] = []
  const turns = vi.spyOn(globalThis, 'MessageChannel')
  await inSlices([1, 2, 3, 4, 5, 6, 7], (item) => {
    while (done.filter((one) => one === 'turn').length < turns.mock.calls.length) done.push('turn')
    now += 5
    done.push(item)
  })
  expect(done).toEqual([1, 2, 3, 'turn', 4, 5, 6, 'turn', 7])
})
