import { describe, expect, it } from 'vitest'
import { skipsOf } from './merged-lists.ts'

/** What the page has, and how often the lists were looked at. */
function pageOf(lists: readonly [readonly number[], readonly number[]], skip: number) {
  const search = skipsOf<number>([lists[0].length, lists[1].length], skip, (a, b) => a < b, 1000)
  let looks = 0
  let step = search.next()
  while (!step.done) {
    looks += 1
    step = search.next(lists[step.value.list][step.value.at])
  }
  const [one, other] = step.value
  const rest = skip - one - other
  const both = [
    ...lists[0].slice(one, one + rest + 5),
    ...lists[1].slice(other, other + rest + 5),
  ].sort((a, b) => a - b)
  return { page: both.slice(rest, rest + 5), looks }
}

describe('skipsOf', () => {
  const numbers = Array.from({ length: 9000 }, (_, n) => n)
  const splits = {
    'every third': (n: number) => n % 3 === 0,
    'the first ones': (n: number) => n < 2500,
    'the last ones': (n: number) => n >= 7000,
    none: () => false,
    all: () => true,
  }

  it.each(Object.entries(splits))(
    'finds each page of two lists, one of which has %s',
    (_, isOne) => {
      const lists = [numbers.filter(isOne), numbers.filter((n) => !isOne(n))] as const
      for (const skip of [0, 1, 999, 1000, 1001, 2498, 2500, 4444, 7000, 8994, 8999]) {
        const { page, looks } = pageOf(lists, skip)
        expect(page).toEqual(numbers.slice(skip, skip + 5))
        expect(looks).toBeLessThanOrEqual(28)
      }
    },
  )
})
