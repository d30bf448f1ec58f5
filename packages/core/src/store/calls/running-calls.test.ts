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

it('rejects a read as soon as its caller has left, even one that never ends', async () => {
  const calls = fixture()
  const left = new AbortController()
  const read = calls.look(() => new Promise(() => {}), left.signal)
  left.abort(new Error('The caller has left.'))
  await expect(read).rejects.toBe(left.signal.reason)
  await expect(calls.look(() => Promise.resolve(1), left.signal)).rejects.toBe(left.signal.reason)
  await expect(calls.look(() => Promise.resolve(1), undefined)).resolves.toBe(1)
})
