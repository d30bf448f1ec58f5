import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { measureRate } from './rate.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('is the mean of the last seconds', () => {
  let sent = 0
  const rate = measureRate(() => sent)
  rate.start()
  for (const step of [100, 100, 100]) {
    sent += step
    vi.advanceTimersByTime(1000)
  }
  expect(rate.value.value).toBe(100)
  for (let second = 0; second < 20; second += 1) {
    sent += 300
    vi.advanceTimersByTime(1000)
  }
  expect(rate.value.value).toBe(300)
  rate.stop()
})

test('is never negative when a file starts again', () => {
  let sent = 500
  const rate = measureRate(() => sent)
  rate.start()
  sent = 600
  vi.advanceTimersByTime(1000)
  sent = 0
  vi.advanceTimersByTime(1000)
  expect(rate.value.value).toBe(100)
  rate.stop()
})
