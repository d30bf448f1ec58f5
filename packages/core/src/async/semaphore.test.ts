import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { Semaphore } from './semaphore.ts'
import { turnOf } from './turn.ts'

const ann = turnOf({ tenant: 'a', caller: 'ann' })
const bob = turnOf({ tenant: 'a', caller: 'bob' })
const other = turnOf({ tenant: 'b', caller: null })

it('gives no place to a caller whose wait was aborted, so that the next one gets it', async () => {
  const places = new Semaphore(1)
  await places.take({ turn: ann })
  const abort = new AbortController()
  const given: string[] = []
  const aborted = places.run(async () => given.push('aborted'), {
    turn: ann,
    signal: abort.signal,
  })
  const next = places.run(async () => given.push('next'), { turn: ann })
  abort.abort(new Error('gone'))
  await expect(aborted).rejects.toThrow('gone')
  places.give(undefined)
  await next
  expect(given).toEqual(['next'])
})

it('is not left by a caller that aborts while its work runs', async () => {
  const places = new Semaphore(1)
  const abort = new AbortController()
  const work = places.run(
    async () => {
      abort.abort()
      return 'done'
    },
    { turn: ann, signal: abort.signal },
  )
  expect(await work).toBe('done')
  await places.take({ turn: ann })
})

it('refuses a caller whose signal has aborted already', async () => {
  const places = new Semaphore(1)
  await expect(
    places.take({ turn: ann, signal: AbortSignal.abort(new Error('gone')) }),
  ).rejects.toThrow('gone')
  await places.take({ turn: ann })
})

it('gives the next places to other tenants and callers, however many of one wait', async () => {
  const places = new Semaphore(1)
  await places.take({ turn: ann })
  const served: string[] = []
  const work = (name: string) => async () => {
    served.push(name)
  }
  const waiting = Array.from({ length: 2000 }, () => places.run(work('ann'), { turn: ann }))
  waiting.push(places.run(work('bob'), { turn: bob }), places.run(work('other'), { turn: other }))
  places.give(undefined)
  await Promise.all(waiting)
  expect(served.slice(0, 3)).toEqual(['ann', 'other', 'bob'])
  expect(served).toHaveLength(2002)
})

it('refuses the 501st of a tenant where it is bounded, and has room again later', async () => {
  const places = new Semaphore(1, { most: 1000 })
  await places.take({ turn: ann })
  const waiting = Array.from({ length: 500 }, () => places.run(async () => 1, { turn: ann }))
  await expect(places.take({ turn: ann })).rejects.toMatchObject({ code: 'unavailable' })
  places.give(undefined)
  await Promise.all(waiting)
  await places.take({ turn: ann })
})

it('gives the place on after work that failed', async () => {
  const places = new Semaphore(1)
  await expect(
    places.run(() => Promise.reject(new Error('failed')), { turn: ann }),
  ).rejects.toThrow('failed')
  await places.take({ turn: ann })
})

it('leaves places to others where one caller may not hold all of them', async () => {
  const places = new Semaphore(3, { ofOne: 2 })
  const ends: (() => void)[] = []
  const running: string[] = []
  const work = (name: string) => () => {
    running.push(name)
    return new Promise<void>((resolve) => ends.push(resolve))
  }
  const all = ['ann 1', 'ann 2', 'ann 3', 'ann 4'].map((name) =>
    places.run(work(name), { turn: ann }),
  )
  await setImmediate()
  expect(running).toEqual(['ann 1', 'ann 2'])
  all.push(places.run(work('bob 1'), { turn: bob }), places.run(work('bob 2'), { turn: bob }))
  await setImmediate()
  expect(running).toEqual(['ann 1', 'ann 2', 'bob 1'])
  ends[2]?.()
  await setImmediate()
  expect(running.slice(3)).toEqual(['bob 2'])
  ends[0]?.()
  await setImmediate()
  expect(running.slice(4)).toEqual(['ann 3'])
  while (running.length < 6 || ends.length > 0) {
    for (const end of ends.splice(0)) end()
    await setImmediate()
  }
  await Promise.all(all)
  expect(running.slice(5)).toEqual(['ann 4'])
})

it('lets calls that name no caller have all places', async () => {
  const places = new Semaphore(3, { ofOne: 1 })
  for (let place = 0; place < 3; place += 1) await places.take({ turn: other })
  const waiting = places.run(async () => 'ann', { turn: ann })
  places.give(other)
  expect(await waiting).toBe('ann')
})

it('refuses all who would wait where none may', async () => {
  const places = new Semaphore(1, { most: 0 })
  await places.take({ turn: ann })
  await expect(places.take({ turn: bob })).rejects.toMatchObject({ code: 'unavailable' })
  places.give(ann)
  await places.take({ turn: bob })
})

it('lets a tenant that holds nothing have the spare place, although all others are taken', async () => {
  const places = new Semaphore(2, { spare: true })
  expect([ann, bob, other].map((turn) => places.takeNow(turn))).toEqual([true, true, true])
  const third = turnOf({ tenant: 'c', caller: null })
  expect([ann, other, third].map((turn) => places.takeNow(turn))).toEqual([false, false, false])
  places.give(other)
  expect(places.takeNow(ann)).toBe(false)
  expect(places.takeNow(third)).toBe(true)
  // The next tenant without a place gets the spare one, even if another has waited longer.
  const served: string[] = []
  const waiting = [ann, other].map((turn) =>
    places.run(async () => void served.push(turn.tenant), { turn }),
  )
  places.give(third)
  await waiting[1]
  expect(served).toEqual(['b'])
  places.give(ann)
  await waiting[0]
})

it('serves who holds fewest first, of tenants and of callers, however many wait', async () => {
  const places = new Semaphore(1, { spare: true })
  const order: string[] = []
  const ends: (() => void)[] = []
  const run = (tenant: string, caller: string | null = null) =>
    places.run(
      () => {
        order.push(caller ?? tenant)
        return new Promise<void>((resolve) => ends.push(resolve))
      },
      { turn: turnOf({ tenant, caller }) },
    )
  const all = ['a', 'b', 'a', 'a', 'a', 'b', 'c'].map((tenant) => run(tenant))
  await setImmediate()
  expect(order).toEqual(['a', 'b'])
  for (let ended = 0; ended < all.length; ended += 1) {
    ends[ended]?.()
    await setImmediate()
  }
  await Promise.all(all)
  expect(order).toEqual(['a', 'b', 'a', 'b', 'c', 'a', 'a'])
  order.length = ends.length = 0
  const callers = ['ann', 'ann', 'ann', 'ann', 'bob', 'cid', 'bob'].map((name) => run('a', name))
  for (let ended = 0; ended < callers.length; ended += 1) {
    await setImmediate()
    ends[ended]?.()
  }
  await Promise.all(callers)
  expect(order).toEqual(['ann', 'ann', 'bob', 'cid', 'ann', 'bob', 'ann'])
})
