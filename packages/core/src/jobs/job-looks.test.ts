import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { JobLooks, type Looked } from './job-looks.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Looks whose times are noted, in milliseconds. */
function fixture(answers: (Looked | null)[] = []) {
  const began = Date.now()
  const times: number[] = []
  /** When the database was asked for its version. */
  const asked: number[] = []
  const state = { version: 1 }
  const looks = new JobLooks({
    async look() {
      times.push(Date.now() - began)
      const answer = answers.shift()
      return answer === undefined ? { due: null } : answer
    },
    async version() {
      asked.push(Date.now() - began)
      return state.version
    },
    onError: (error) => expect.fail(String(error)),
  })
  return { looks, times, asked, state }
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
    version: async () => null,
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

it('asks only for the version while nothing is written, where the database tells it, and looks when the time comes', async () => {
  const idle = { due: 60_000, version: 1 }
  const { looks, times, asked, state } = fixture([idle, { due: null, version: 2 }, idle])
  looks.now(false)
  await vi.advanceTimersByTimeAsync(1600)
  expect([times, asked]).toEqual([[0], [500, 1000, 1500]])
  state.version = 2
  await vi.advanceTimersByTimeAsync(1000)
  expect([times, asked.at(-1)]).toEqual([[0, 2000], 2500])
  state.version = 1
  await vi.advanceTimersByTimeAsync(60_500)
  expect(times).toEqual([0, 2000, 3000, 63_000])
})

it('ends a watch when it is stopped or woken while the version is asked for', async () => {
  let answer: (version: number) => void = () => {}
  let looked = 0
  const looks = new JobLooks({
    async look() {
      looked += 1
      return looked === 3 ? null : { due: null, version: 1 }
    },
    version: () => new Promise((resolve) => (answer = resolve)),
    onError: (error) => expect.fail(String(error)),
  })
  looks.now(false)
  await vi.advanceTimersByTimeAsync(500)
  looks.now(false)
  await vi.advanceTimersByTimeAsync(0)
  answer(7)
  await vi.advanceTimersByTimeAsync(400)
  expect(looked).toBe(2)
  await vi.advanceTimersByTimeAsync(100)
  await looks.stop()
  answer(7)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(looked).toBe(2)
})
