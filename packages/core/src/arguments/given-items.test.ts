import { expect, it } from 'vitest'
import { givenItems } from './given-items.ts'

it('shows the holes of an array as undefined', () => {
  expect(givenItems(Object.assign(Array(3), { 1: 'b' }), 9)).toEqual([undefined, 'b', undefined])
  expect(givenItems(Array(2), 9)?.map(() => 'seen')).toEqual(['seen', 'seen'])
})

it('takes one item more than a caller allows, however long the array says it is', () => {
  expect(givenItems(Array(2 ** 32 - 1), 3)).toHaveLength(4)
})

it('takes nothing but an array', () => {
  for (const value of [undefined, null, 'ab', { length: 1 }, new Set([1])]) {
    expect(givenItems(value, 9)).toBeNull()
  }
})
