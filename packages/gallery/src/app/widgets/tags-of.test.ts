import { expect, test } from 'vitest'
import { addTags, tagsOf } from './tags-of.ts'

test('commas and lines end tags, and the rest is still being typed', () => {
  expect(tagsOf('beach, sun\nsea,')).toEqual(['beach', ' sun', 'sea', ''])
})

test('a tag is there once, whatever its case', () => {
  expect(addTags(['Beach'], [' beach', 'sun ', '', 'SUN', 'sea'])).toEqual(['Beach', 'sun', 'sea'])
})
