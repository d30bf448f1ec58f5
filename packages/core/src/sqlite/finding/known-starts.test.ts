import { expect, it } from 'vitest'
import { KnownStarts } from './known-starts.ts'
import { orderOf } from './order.ts'

const [name, size, type] = (['name', 'size', 'type'] as const).map(orderOf) as [
  ReturnType<typeof orderOf>,
  ReturnType<typeof orderOf>,
  ReturnType<typeof orderOf>,
]
const key = { value: 'a', seq: 1 }

it('keeps the last two orders', () => {
  const starts = new KnownStarts()
  for (const order of [name, size, type]) starts.set(order, key)
  expect([name, size, type].map((order) => starts.get(order)?.key)).toEqual([undefined, key, key])
  expect(starts.get(orderOf('-size'))).toBeUndefined()
})

it('gathers the blocks that change, until it is set anew or these are too many', () => {
  const starts = new KnownStarts()
  starts.set(name, key)
  starts.change([1, 2])
  starts.change([2, 3])
  expect([...(starts.get(name)?.changed ?? [])]).toEqual([1, 2, 3])
  starts.set(name, key)
  expect(starts.get(name)?.changed.size).toBe(0)
  starts.change(Array.from({ length: 8 }, (_, block) => block))
  expect(starts.get(name)?.key).toEqual(key)
  starts.change([8])
  expect(starts.get(name)).toBeUndefined()
})
