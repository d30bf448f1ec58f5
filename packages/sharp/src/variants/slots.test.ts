import { isStowageError } from '@stowage/core'
import { turnOf } from '@stowage/core/internal'
import { describe, expect, it } from 'vitest'
import { createSlots } from './slots.ts'

/** A job that ends on request. */
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

const tenant = 'one'
const turn = turnOf({ tenant, caller: null })
const turnOfTenant = (name: string) => turnOf({ tenant: name, caller: null })

describe('createSlots', () => {
  it('runs as many at once as it may, the others in their order', async () => {
    const slots = createSlots({ concurrency: 2, queue: 2 })
    const jobs = [job(), job(), job(), job()]
    const results = jobs.map(({ run }) => slots.run(run, turn))
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
    const results = [slots.run(running.run, turn), slots.run(waiting.run, turn)]
    const refused = await slots.run(async () => 'never', turn).catch((error: unknown) => error)
    expect(isStowageError(refused, 'unavailable')).toBe(true)
    running.end('first')
    waiting.end('second')
    expect(await Promise.all(results)).toEqual(['first', 'second'])
    expect(await slots.run(async () => 'room again', turn)).toBe('room again')
  })

  it('a waiting job that is aborted never runs and gives its place back', async () => {
    const slots = createSlots({ concurrency: 1, queue: 1 })
    const [running, aborted, next] = [job(), job(), job()]
    const abort = new AbortController()
    const first = slots.run(running.run, turn)
    const second = slots.run(aborted.run, turn, abort.signal)
    abort.abort('enough')
    await expect(second).rejects.toBe('enough')
    const third = slots.run(next.run, turn)
    running.end('a')
    next.end('c')
    expect(await Promise.all([first, third])).toEqual(['a', 'c'])
    expect(aborted.started).toBe(false)
  })

  it('a job under way that is aborted keeps its place until it is done', async () => {
    const slots = createSlots({ concurrency: 1, queue: 1 })
    const [running, next] = [job(), job()]
    const abort = new AbortController()
    const first = slots.run(running.run, turn, abort.signal)
    const second = slots.run(next.run, turn)
    abort.abort('enough')
    await expect(first).rejects.toBe('enough')
    expect(next.started).toBe(false)
    running.end('late')
    next.end('b')
    expect(await second).toBe('b')
  })

  it('a job that fails gives its place back', async () => {
    const slots = createSlots({ concurrency: 1, queue: 0 })
    const failure = slots.run(() => Promise.reject(new Error('no')), turn)
    await expect(failure).rejects.toThrow('no')
    expect(await slots.run(async () => 'yes', turn)).toBe('yes')
  })

  it('serves tenants in turn, however many jobs one of them has waiting', async () => {
    const slots = createSlots({ concurrency: 1, queue: 10 })
    const order: string[] = []
    const ends: (() => void)[] = []
    const run = (tenant: string): Promise<void> =>
      slots.run(() => {
        order.push(tenant)
        return new Promise((resolve) => ends.push(resolve))
      }, turnOfTenant(tenant))
    const all = ['a', 'b', 'a', 'a', 'a', 'b', 'c'].map(run)
    expect(order).toEqual(['a', 'b'])
    for (let ended = 0; ended < all.length; ended++) {
      ends[ended]?.()
      await new Promise(setImmediate)
    }
    await Promise.all(all)
    expect(order).toEqual(['a', 'b', 'a', 'b', 'c', 'a', 'a'])
  })

  it('serves callers of a tenant in turn, however many jobs one of them has waiting', async () => {
    const slots = createSlots({ concurrency: 1, queue: 10 })
    const order: string[] = []
    const ends: (() => void)[] = []
    const run = (caller: string): Promise<void> =>
      slots.run(() => {
        order.push(caller)
        return new Promise((resolve) => ends.push(resolve))
      }, turnOf({ tenant, caller }))
    const all = ['a', 'a', 'a', 'a', 'b', 'c', 'b'].map(run)
    for (let ended = 0; ended < all.length; ended++) {
      ends[ended]?.()
      await new Promise(setImmediate)
    }
    await Promise.all(all)
    expect(order).toEqual(['a', 'a', 'b', 'c', 'a', 'b', 'a'])
  })

  it('refuses the last of the caller that fills the queue, not the first of another of its tenant', async () => {
    const slots = createSlots({ concurrency: 1, queue: 3 })
    const ends: (() => void)[] = []
    const wait = () => new Promise<void>((resolve) => ends.push(resolve))
    const flood = Array.from({ length: 4 }, () =>
      slots.run(wait, turnOf({ tenant, caller: 'ann' })),
    )
    const late = flood[3]?.catch((error: unknown) => error)
    const other = slots.run(async () => 'done', turnOf({ tenant, caller: 'bob' }))
    expect(isStowageError(await late, 'unavailable')).toBe(true)
    ends[0]?.()
    await flood[0]
    ends[1]?.()
    expect(await other).toBe('done')
    await new Promise(setImmediate)
    ends[2]?.()
    await Promise.all(flood.slice(0, 3))
  })

  it('lets a tenant begin of which nothing is under way, although all places are taken', async () => {
    const slots = createSlots({ concurrency: 2, queue: 10 })
    const taken = [job(), job(), job()]
    const results = taken.map(({ run }) => slots.run(run, turnOfTenant('busy')))
    expect(taken.map(({ started }) => started)).toEqual([true, true, false])
    expect(await slots.run(async () => 'at once', turnOfTenant('other'))).toBe('at once')
    // That one place is not for the one that fills the others.
    expect(taken.map(({ started }) => started)).toEqual([true, true, false])
    for (const { end } of taken) end('x')
    await Promise.all(results)
  })

  it('refuses the last of the tenant that fills the queue, not the first of another', async () => {
    const slots = createSlots({ concurrency: 1, queue: 3 })
    const all = Array.from({ length: 5 }, () => job())
    const flood = all.slice(0, 4).map(({ run }) => slots.run(run, turnOfTenant('flood')))
    const late = flood[3]?.catch((error: unknown) => error)
    const first = job()
    const others = [slots.run(first.run, turnOfTenant('a'))]
    expect(first.started).toBe(true)
    const waiting = job()
    others.push(slots.run(waiting.run, turnOfTenant('a')))
    expect(isStowageError(await late, 'unavailable')).toBe(true)
    for (const { end } of [...all, first, waiting]) end('done')
    expect(await Promise.all([...flood.slice(0, 3), ...others])).toEqual(Array(5).fill('done'))
  })
})
