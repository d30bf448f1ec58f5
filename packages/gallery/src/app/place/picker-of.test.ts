import { expect, it } from 'vitest'
import { pickerOf } from './picker-of.ts'

const ALLOWED = ['https://cms.example']

const of = (search: Record<string, string>) =>
  pickerOf(new URLSearchParams({ picker: '1', origin: 'https://cms.example', ...search }), ALLOWED)

it('is a picker only for an origin that messages can go to', () => {
  expect(of({})).toEqual({ origin: 'https://cms.example', multiple: false, filter: {} })
  for (const origin of [
    '*',
    '',
    'null',
    'https://cms.example/',
    'cms.example',
    'https://evil.example',
  ]) {
    expect(of({ origin })).toBeNull()
  }
  expect(of({ picker: '0' })).toBeNull()
  expect(pickerOf(new URLSearchParams('picker=1'), ALLOWED)).toBeNull()
})

it.each([
  ['', {}],
  ['image/*', { mime_type: ['image/*'] }],
  ['image, video', { type: ['image', 'video'] }],
  ['.PDF,.docx', { extension: ['pdf', 'docx'] }],
  ['application/pdf, image', { mime_type: ['application/pdf', 'image/*'] }],
  ['image/png, .pdf', { mime_type: ['image/png'] }],
])('reads what may be picked: %s', (accept, filter) => {
  expect(of({ accept, multiple: '1' })).toMatchObject({ multiple: true, filter })
})
