import { beforeEach, expect, test } from 'vitest'
import { act, dismiss, shownToast, toast } from './toasts.ts'

beforeEach(() => {
  shownToast.value = null
})

test('shows one at a time, the newest', () => {
  for (const text of ['one', 'two', 'three']) toast(text)
  expect(shownToast.value?.text).toBe('three')
})

test('is gone once it was acted on', () => {
  let undone = 0
  toast('trashed', { action: { label: 'Undo', run: () => (undone += 1) } })
  const { value } = shownToast
  if (value !== null) act(value)
  expect([undone, shownToast.value]).toEqual([1, null])
})

test('is taken away by what showing it gave, and no other is', () => {
  const away = toast('one')
  const awayToo = toast('two')
  away()
  dismiss(-1)
  expect(shownToast.value?.text).toBe('two')
  awayToo()
  expect(shownToast.value).toBeNull()
})
