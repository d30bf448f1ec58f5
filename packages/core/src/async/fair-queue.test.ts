import { expect, it } from 'vitest'
import { FairQueue } from './fair-queue.ts'

it('gives each owner its turn, and of one the longest waiting', () => {
  const queue = new FairQueue<string>()
  for (const item of ['a1', 'a2', 'a3']) queue.add('a', item)
  queue.add('b', 'b1')
  queue.add('c', 'c1')
  queue.add('b', 'b2')
  const taken: (string | undefined)[] = []
  while (queue.size > 0) taken.push(queue.next())
  expect(taken).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  expect(queue.next()).toBeUndefined()
})

it('is full for one who has 500 waiting, and for all at 1000', () => {
  const queue = new FairQueue<number>()
  const full = { code: 'unavailable' }
  for (let item = 0; item < 500; item += 1) queue.add('a', item)
  expect(() => queue.add('a', 500)).toThrow(expect.objectContaining(full))
  for (let item = 0; item < 500; item += 1) queue.add(`owner ${item}`, item)
  expect(() => queue.add('b', 0)).toThrow(expect.objectContaining(full))
  queue.next()
  queue.add('b', 0)
  expect(queue.size).toBe(1000)
})
