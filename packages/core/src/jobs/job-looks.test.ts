import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { JobLooks, type Looked } from './job-looks.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Looks whose times are noted, in milliseconds. */
function fixture(answers: (Looked | null)[] = []) {
  const began = Date.now()
  const times: number[] = []
  const looks = new JobLooks({
    async look() {
      times.push(Date.now() - began)
      const answer = answers.shift()
      return answer === undefined ? { due: null } : answer
    },
    onError: (error) => expect.fail(String(error)),
  })
  return { looks, times }
}

it('looks less and less often while nothing comes, and often again after a wake', async () => {
  const { looks, times } = fixture()
  looks.now(false)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(times).toEqual([0, 500, 1500, 3500, 7500, 12_500, 17_500])
  looks.now(true)
  await vi.advanceTimersByTimeAsync(1500)
  expect(times.slice(7)).toEqual([20_000, 20_500, 21_500])
  await looks.stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(times).toHaveLength(10)
})

it('looks when the next job is due, and not at all while the process can take none', async () => {
  const { looks, times } = fixture([{ due: 120 }, { due: 60_000 }, null])
  looks.now(false)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(times).toEqual([0, 120, 620])
  looks.now(false)
  await vi.advanceTimersByTimeAsync(0)
  expect(times).toHaveLength(4)
})

it('looks again after a look that was under way when it was woken, and never twice at once', async () => {
  let running = 0
  let most = 0
  let asked = 0
  const looks = new JobLooks({
    async look() {
      asked += 1
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => setTimeout(resolve, 10))
      running -= 1
      return null
    },
    onError: (error) => expect.fail(String(error)),
  })
  looks.now(true)
  looks.now(true)
  looks.now(true)
  await vi.advanceTimersByTimeAsync(1000)
  expect([asked, most]).toEqual([2, 1])
  looks.now(true)
  await vi.advanceTimersByTimeAsync(5)
  looks.now(true)
  await vi.advanceTimersByTimeAsync(1000)
  expect([asked, most]).toEqual([4, 1])
})
