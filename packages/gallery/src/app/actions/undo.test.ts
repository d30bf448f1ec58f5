import { expect, test } from 'vitest'
import type { Selection } from '../selection/selection.ts'
import { noteUndo, withdrawUndo } from './undo.ts'

const files = (...ids: string[]): Selection => ({ kind: 'ids', ids: new Set(ids) })
const all: Selection = { kind: 'all', filter: {}, expected: 2 }

test('an undo goes with the first file that it is about, and stays for others', () => {
  const gone: string[] = []
  noteUndo(files('a', 'b'), () => gone.push('of a and b'))
  withdrawUndo(files('c'))
  expect(gone).toEqual([])
  withdrawUndo(files('b'))
  withdrawUndo(files('a'))
  expect(gone).toEqual(['of a and b'])
})

test('the newest undo is the only one', () => {
  const gone: string[] = []
  noteUndo(files('a'), () => gone.push('of a'))
  noteUndo(files('b'), () => gone.push('of b'))
  withdrawUndo(files('a'))
  expect(gone).toEqual([])
})

test('an undo by a filter goes with any file', () => {
  const gone: string[] = []
  noteUndo(all, () => gone.push('of all'))
  withdrawUndo(files('a'))
  expect(gone).toEqual(['of all'])
})
