import { expect, it } from 'vitest'
import { FairQueue, type FairQueueOptions } from './fair-queue.ts'
import { turnOf } from './turn.ts'

/** A queue of names, with those that it refused. */
function queueOfNames(options?: FairQueueOptions) {
  const refused: string[] = []
  const queue = new FairQueue<{ name: string; reject(): void }>(options)
  return {
    queue,
    refused,
    add(tenant: string, caller: string, name: string) {
      queue.add(turnOf({ tenant, caller }), { name, reject: () => refused.push(name) })
    },
    rest: () => Array.from({ length: queue.size }, () => queue.next()?.name),
  }
}

it('gives each tenant its turn, and of one the longest waiting', () => {
  const { queue, add, rest } = queueOfNames()
  for (const item of ['a1', 'a2', 'a3']) add('a', 'ann', item)
  add('b', 'ann', 'b1')
  add('c', 'ann', 'c1')
  add('b', 'ann', 'b2')
  expect(rest()).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  expect(queue.next()).toBeUndefined()
})

it('gives each caller of a tenant its turn, whatever the others ask for', () => {
  const { add, rest } = queueOfNames()
  for (let item = 0; item < 480; item += 1) add('a', 'ann', `ann ${item}`)
  add('a', 'bob', 'bob 0')
  add('b', 'cid', 'cid 0')
  add('a', 'bob', 'bob 1')
  expect(rest().slice(0, 6)).toEqual(['ann 0', 'cid 0', 'bob 0', 'ann 1', 'bob 1', 'ann 2'])
})

it('puts a newcomer before the one whose item was taken last, and behind all others', () => {
  const { queue, add, rest } = queueOfNames()
  for (const item of ['ann 0', 'ann 1', 'ann 2']) add('a', 'ann', item)
  expect(queue.next()?.name).toBe('ann 0')
  add('a', 'bob', 'bob 0')
  add('b', 'cid', 'cid 0')
  expect(queue.next()?.name).toBe('cid 0')
  expect(queue.next()?.name).toBe('bob 0')
  for (const name of ['dan', 'eve']) add('a', name, `${name} 0`)
  add('a', 'bob', 'bob 1')
  expect(rest()).toEqual(['ann 1', 'dan 0', 'eve 0', 'bob 1', 'ann 2'])
})

it('takes a scope for the caller where none is named', () => {
  const turns = [
    { tenant: 'a', caller: null },
    { tenant: 'a', caller: null, scope: { createdBy: null } },
    { tenant: 'a', caller: null, scope: { createdBy: 'ann' } },
    { tenant: 'a', caller: 'ann', scope: { createdBy: 'ann' } },
    { tenant: 'a', caller: 'ann' },
  ].map((taker) => turnOf(taker).caller)
  expect(new Set(turns).size).toBe(4)
  expect(turns[3]).toBe(turns[4])
})

it('is full for one who has 500 waiting, and for all at 1000', () => {
  const { queue, add } = queueOfNames()
  const full = expect.objectContaining({ code: 'unavailable' })
  for (let item = 0; item < 500; item += 1) add('a', 'ann', `${item}`)
  expect(() => add('a', 'ann', 'one more')).toThrow(full)
  for (let item = 0; item < 500; item += 1) add(`tenant ${item}`, 'ann', `${item}`)
  expect(queue.size).toBe(1000)
})

it('lets another caller and another tenant in, in place of the last of who has most waiting', () => {
  const { queue, add, refused } = queueOfNames()
  for (let item = 0; item < 500; item += 1) add('a', 'ann', `ann ${item}`)
  add('a', 'bob', 'bob')
  expect(refused).toEqual(['ann 499'])
  for (let item = 0; item < 500; item += 1) add('b', `user ${item % 2}`, `b ${item}`)
  add('c', 'cid', 'cid')
  expect(refused).toHaveLength(2)
  expect(queue.size).toBe(1000)
})

it('forgets what was taken out, and serves the others as before', () => {
  const queue = new FairQueue<{ name: string; reject(): void }>()
  const items = ['ann 0', 'ann 1', 'bob 0'].map((name) => ({ name, reject() {} }))
  const turns = items.map(({ name }) => turnOf({ tenant: 'a', caller: name.slice(0, 3) }))
  for (const [index, item] of items.entries()) queue.add(turns[index] ?? expect.fail(), item)
  for (const index of [0, 2, 2]) {
    queue.remove(turns[index] ?? expect.fail(), items[index] ?? expect.fail())
  }
  expect(queue.size).toBe(1)
  expect(queue.next()?.name).toBe('ann 1')
  expect(queue.next()).toBeUndefined()
})

it('lets another caller of the tenant that has most in, in place of the last of who has most', () => {
  const { queue, add, refused } = queueOfNames({ most: 3, mostOfTenant: 3 })
  for (let item = 0; item < 3; item += 1) add('a', 'ann', `ann ${item}`)
  add('a', 'bob', 'bob 0')
  add('b', 'cid', 'cid 0')
  expect(refused).toEqual(['ann 2', 'ann 1'])
  expect(() => add('b', 'cid', 'cid 1')).toThrow(expect.objectContaining({ code: 'unavailable' }))
  expect(queue.size).toBe(3)
})

it('takes who has least first, and leaves those out that may not go', () => {
  const { queue, add } = queueOfNames()
  for (const name of ['ann 0', 'ann 1', 'bob 0']) add('a', name.slice(0, 3), name)
  add('b', 'cid', 'cid 0')
  const held: Record<string, number> = { a: 1, ann: 1 }
  const next = (left: string) =>
    queue.next({
      isReady: ({ caller }) => !caller.endsWith(left),
      held: (tenant, caller = tenant) => held[caller.replace('caller ', '')] ?? 0,
    })?.name
  expect(next('cid')).toBe('bob 0')
  expect(next('no caller')).toBe('cid 0')
  expect(next('ann')).toBeUndefined()
  expect(next('no caller')).toBe('ann 0')
})
