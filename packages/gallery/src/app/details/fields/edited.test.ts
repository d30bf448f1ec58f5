import { expect, it } from 'vitest'
import { changedFields, changesOf, conflicts, type Edited } from './edited.ts'

const NOW: Edited = { name: 'a.jpg', title: 'Sun', alt: { en: 'A sun', de: 'Sonne' }, tags: ['x'] }

it('sends the fields that differ, and no other', () => {
  const draft = { typed: { name: 'a.jpg', title: ' ', tags: ['x', 'y'] }, before: {} }
  const fields = changedFields(draft, NOW)
  expect(fields).toEqual(['title', 'tags'])
  expect(changesOf(draft, fields)).toEqual({ title: null, tags: ['x', 'y'] })
})

it('takes texts in any order, and empty ones, for the same', () => {
  const alt = { de: 'Sonne', en: 'A sun', fr: '' }
  expect(changedFields({ typed: { alt }, before: {} }, NOW)).toEqual([])
  const changed = { typed: { alt: { ...alt, en: ' ' } }, before: {} }
  expect(changesOf(changed, changedFields(changed, NOW))).toEqual({ alt: { de: 'Sonne' } })
})

it('tells only those fields to conflict that both sides have changed', () => {
  const draft = {
    typed: { name: 'b.jpg', title: 'Moon' },
    before: { name: 'a.jpg', title: 'Star' },
  }
  expect(conflicts(draft, NOW)).toEqual(['title'])
})
