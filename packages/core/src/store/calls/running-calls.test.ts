import { expect, it } from 'vitest'
import { createRunningCalls } from './running-calls.ts'

/** How many timers keep this process alive. */
function timers(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
}

function fixture() {
  return createRunningCalls({ closing: new AbortController().signal, closeTimeout: 1000 })
}

it('keeps the process alive exactly while a call is running', async () => {
  const before = timers()
  const calls = fixture()
  const ends: (() => void)[] = []
  const running = [1, 2].map(() => calls.run(() => new Promise<void>((end) => ends.push(end))))
  expect(timers()).toBe(before + 1)
  ends[0]?.()
  await running[0]
  expect(timers()).toBe(before + 1)
  ends[1]?.()
  await running[1]
  expect(timers()).toBe(before)
  await expect(calls.run(() => Promise.reject(new Error('x')))).rejects.toThrow()
  expect(timers()).toBe(before)
  await calls.whenIdle()
})
