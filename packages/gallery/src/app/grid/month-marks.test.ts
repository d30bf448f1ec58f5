import { expect, test } from 'vitest'
import { marksOf, textAt } from './month-marks.ts'

const all = [
  { text: 'May', share: 0 },
  { text: 'May', share: 0.2 },
  { text: 'April', share: 0.25 },
  { text: 'March', share: 0.27 },
  { text: 'March', share: 0.9 },
]

test('each month stands where it begins, and none too near to another', () => {
  expect(marksOf(all, 0.01).map(({ share }) => share)).toEqual([0, 0.25, 0.27])
  expect(marksOf(all, 0.1).map(({ text, share }) => `${text} ${share}`)).toEqual([
    'May 0',
    'April 0.25',
    'March 0.9',
  ])
})

test('the month at any place is that of the last mark before it', () => {
  expect([0, 0.26, 0.5, 1].map((share) => textAt(all, share))).toEqual([
    'May',
    'April',
    'March',
    'March',
  ])
  expect(textAt([], 0.5)).toBe('')
})
