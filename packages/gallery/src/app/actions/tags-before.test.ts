import { expect, test } from 'vitest'
import { tagsBefore } from './tags-before.ts'

test('gives back what a file had, and takes what it had not', () => {
  expect(tagsBefore(['Beach', 'sun'], { add: ['beach', 'sea'], remove: ['SUN', 'rain'] })).toEqual({
    add: ['sun'],
    remove: ['sea'],
  })
})

test('a file that a change leaves as it is needs nothing back', () => {
  expect(tagsBefore(['sea'], { add: ['Sea'], remove: ['rain'] })).toBeUndefined()
})
