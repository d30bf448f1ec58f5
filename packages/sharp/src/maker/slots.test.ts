import { isStowageError } from '@stowage/core'
import { describe, expect, it } from 'vitest'
import { createSlots } from './slots.ts'

/** A job that ends when told to. */
function job(): { run: () => Promise<string>; end: (value: string) => void; started: boolean } {
  let resolve: (value: string) => void = () => {}
  const promise = new Promise<string>((settle) => {
    resolve = settle
  })
  const controlled = {
    started: false,
    end: (value: string) => resolve(value),
    run: () => {
      controlled.started = true
      return promise
    },
  }
  return controlled
}

describe('createSlots', () => {
  it('runs as many at once as it may, the others in their order', async () => {
    const slots = createSlots({ concurrency: 2, queue: 2 })
    const jobs = [job(), job(), job(), job()]
    const results = jobs.map(({ run }) => slots.run(run))
    expect(jobs.map(({ started }) => started)).toEqual([true, true, false, false])
    jobs[1]?.end('b')
    await results[1]
    expect(jobs.map(({ started }) => started)).toEqual([true, true, true, false])
    for (const { end } of jobs) end('x')
    expect(await Promise.all(results)).toEqual(['x', 'b', 'x', 'x'])
  })

  it('refuses what the queue has no room for', async () => {
    const slots = createSlots({ concurrency: 1, queue: 1 })
    const [running, waiting] = [job(), job()]
    const results = [slots.run(running.run), slots.run(waiting.run)]
    const refused = await slots.run(async () => 'never').catch((error: unknown) => error)
    expect(isStowageError(refused, 'unavailable')).toBe(true)
    running.end('first')
    waiting.end('second')
    expect(await Promise.all(results)).toEqual(['first', 'second'])
    expect(await slots.run(async () => 'room again')).toBe('room again')
  })

  it('a waiting job that is aborted never runs and gives its place back', async () => {
    const slots = createSlots({ concurrency: 1, queue: 1 })
    const [running, aborted, next] = [job(), job(), job()]
    const abort = new AbortController()
    const first = slots.run(running.run)
    const second = slots.run(aborted.run, abort.signal)
    abort.abort('enough')
    await expect(second).rejects.toBe('enough')
    const third = slots.run(next.run)
    running.end('a')
    next.end('c')
    expect(await Promise.all([first, third])).toEqual(['a', 'c'])
    expect(aborted.started).toBe(false)
  })

  it('a job under way that is aborted keeps its place until it is done', async () => {
    const slots = createSlots({ concurrency: 1, queue: 1 })
    const [running, next] = [job(), job()]
    const abort = new AbortController()
    const first = slots.run(running.run, abort.signal)
    const second = slots.run(next.run)
    abort.abort('enough')
    await expect(first).rejects.toBe('enough')
    expect(next.started).toBe(false)
    running.end('late')
    next.end('b')
    expect(await second).toBe('b')
  })

  it('a job that fails gives its place back', async () => {
    const slots = createSlots({ concurrency: 1, queue: 0 })
    const failure = slots.run(() => Promise.reject(new Error('no')))
    await expect(failure).rejects.toThrow('no')
    expect(await slots.run(async () => 'yes')).toBe('yes')
  })
})
