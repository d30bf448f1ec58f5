import { expect, it } from 'vitest'
import { numbered } from './numbered.ts'

it('numbers names that are the same but for case, before their extension', () => {
  const names = ['a.jpg', 'b', 'A.JPG', 'b', 'a (2).jpg', '.env', '.env', 'a.jpg']
  expect(numbered(names)).toEqual([
    'a.jpg',
    'b',
    'A (2).JPG',
    'b (2)',
    'a (2) (2).jpg',
    '.env',
    '.env (2)',
    'a (3).jpg',
  ])
})
