import { expect, test } from 'vitest'
import { groupsOf } from './groups-of.ts'

test('files with the same value are one group', () => {
  const values = new Map<string, string | null>([
    ['a', 'trips'],
    ['b', null],
    ['c', 'trips'],
    ['d', 'papers'],
  ])
  expect(groupsOf(['a', 'b', 'c', 'else'], values)).toEqual([
    { ids: ['a', 'c'], value: 'trips' },
    { ids: ['b'], value: null },
  ])
})
