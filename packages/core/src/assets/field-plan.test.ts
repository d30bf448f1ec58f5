import { describe, expect, it } from 'vitest'
import { planField } from './field-plan.ts'

const field = (...ids: readonly string[]) =>
  ids.map((assetId, index) => ({ assetId, position: index + 1 }))
const all = () => true

describe('planField', () => {
  it('detaches, attaches and moves, and leaves alone what is in its place', () => {
    const plan = planField(field('a', 'b', 'c'), ['a', 'd', 'b'], all)
    expect(plan).toEqual({
      gone: ['c'],
      fresh: [{ assetId: 'd', position: 2 }],
      moved: [{ assetId: 'b', position: 3 }],
      size: 3,
    })
  })

  it('changes nothing of a field that is as it is wanted', () => {
    const nothing = { gone: [], fresh: [], moved: [] }
    expect(planField(field('a', 'b'), ['a', 'b'], all)).toEqual({ ...nothing, size: 2 })
    expect(planField([], [], all)).toEqual({ ...nothing, size: 0 })
  })

  it('leaves those beyond its reach in their places, and counts them', () => {
    const before = [...field('a', 'x', 'b'), { assetId: 'y', position: 7 }]
    const plan = planField(before, ['c', 'b', 'a'], (id) => id !== 'x' && id !== 'y')
    expect(plan).toEqual({
      gone: [],
      fresh: [{ assetId: 'c', position: 1 }],
      moved: [{ assetId: 'a', position: 4 }],
      size: 5,
    })
  })

  it('takes all that it reaches from a field', () => {
    const plan = planField(field('a', 'x', 'b'), [], (id) => id !== 'x')
    expect(plan).toEqual({ gone: ['a', 'b'], fresh: [], moved: [], size: 1 })
  })
})
