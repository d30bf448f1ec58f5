import { expect, it } from 'vitest'
import { filterWords } from './filter-words.ts'

it('writes each condition as it can be typed again', () => {
  const words = filterWords({
    type: ['image', 'video'],
    tag: ["mum's"],
    size: ['>1MB', '<5MB'],
    favourite: false,
    q: 'red bicycle',
    in: 'Trips/2026',
  })
  expect(words.join(' ')).toBe(
    String.raw`--type image,video --tag 'mum'\''s' --in Trips/2026 --q 'red bicycle' --no-favourite --size '>1MB' --size '<5MB'`,
  )
})

it('leaves out what is not given, and what would steer the terminal', () => {
  expect(filterWords({})).toEqual([])
  expect(filterWords({ q: '\u001b[2J' })).toEqual([String.raw`--q '\x1b[2J'`])
})
