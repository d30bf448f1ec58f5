import { beforeEach, expect, test } from 'vitest'
import { act, dismiss, toast, toasts } from './toasts.ts'

beforeEach(() => {
  toasts.value = []
})

const texts = () => toasts.value.map(({ text }) => text)

test('shows the newest three, the newest last', () => {
  for (const text of ['one', 'two', 'three', 'four']) toast(text)
  expect(texts()).toEqual(['two', 'three', 'four'])
})

test('shows the same text once, as the newest', () => {
  for (const text of ['one', 'two', 'one']) toast(text)
  expect(texts()).toEqual(['two', 'one'])
})

test('is gone once it was acted on', () => {
  let undone = 0
  toast('trashed', { action: { label: 'Undo', run: () => (undone += 1) } })
  for (const shown of toasts.value) act(shown)
  expect([undone, texts()]).toEqual([1, []])
})

test('is taken away by what showing it gave', () => {
  const away = toast('one')
  toast('two')
  away()
  dismiss(-1)
  expect(texts()).toEqual(['two'])
})
