import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { DIALOG_NAMES } from './dialog-names.ts'
import { FIELD_NAMES } from './field-names.ts'

const APP = path.join(import.meta.dirname, '..')
const sources = readdirSync(APP, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
  .map((name) => ({ name, text: readFileSync(path.join(APP, name), 'utf8') }))

/** The files in which `pattern` is found. */
function filesWith(pattern: RegExp): readonly string[] {
  return sources.filter(({ text }) => pattern.test(text)).map(({ name }) => name)
}

function uses(attribute: string, name: string): number {
  const found = new RegExp(`\\b${attribute}(?:="|: ')${name}["']`, 'g')
  return sources.reduce((count, { text }) => count + [...text.matchAll(found)].length, 0)
}

test('every dialog is one of widgets/dialog.tsx, which gives it a name and its ways out', () => {
  expect(filesWith(/<dialog\b|showModal\(|createElement\('dialog'\)/)).toEqual([
    'widgets/dialog.tsx',
  ])
  // A panel that narrows the list as one types asks nothing.
  expect(filesWith(/\bpopover=/)).toEqual(['shell/filter-button.tsx'])
  // What the browser asks itself cannot be looked at by a check of the page.
  expect(filesWith(/\b(?:alert|prompt)\(/)).toEqual([])
})

test('every name of a dialog is that of one dialog', () => {
  const counts = DIALOG_NAMES.map((name) => [name, uses('name', name)])
  expect(counts).toEqual(DIALOG_NAMES.map((name) => [name, 1]))
})

test('every field for text is one of widgets/text-input.tsx, which owns what is typed', () => {
  const others = sources.flatMap(({ name, text }) =>
    [...text.matchAll(/<(?:input|textarea)\b[\s\S]*?\/>/g)]
      .filter(([element]) => !/type="(?:checkbox|radio)"|\breadOnly\n/.test(element))
      .map(() => name),
  )
  expect([...new Set(others)]).toEqual(['widgets/text-input.tsx'])
  expect(filesWith(/contentEditable/i)).toEqual(['shell/shortcuts.ts'])
})

test('every name of a field is that of one field', () => {
  const counts = FIELD_NAMES.map((name) => [name, uses('field', name)])
  expect(counts).toEqual(FIELD_NAMES.map((name) => [name, 1]))
})
