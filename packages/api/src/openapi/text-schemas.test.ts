import { requireFilter, requireTypedName } from '@stowage/core/internal'
import { expect, it } from 'vitest'
import { INVISIBLE, typedName } from './text-schemas.ts'

/** Each character of the first plane that can stand alone. */
const CHARACTERS = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter(
  (character) => character.isWellFormed(),
)

function isTaken(take: () => unknown): boolean {
  try {
    take()
    return true
  } catch {
    return false
  }
}

/** The first few, as code points. */
function codes(characters: readonly string[]): string {
  return characters
    .slice(0, 20)
    .map((character) => character.charCodeAt(0).toString(16))
    .join(' ')
}

it.each(['', '.', '..'])(
  'allows as names what the store takes: each character behind "%s"',
  (before) => {
    const not = new RegExp((typedName.not as { readonly pattern: string }).pattern)
    const pattern = new RegExp(typedName.pattern)
    const differing = CHARACTERS.filter((character) => {
      const name = before + character
      const isAllowed = pattern.test(name) && !not.test(name)
      return isAllowed !== isTaken(() => requireTypedName('name', name, 'file'))
    })
    expect(codes(differing)).toBe('')
  },
)

it('calls no character invisible that a search finds', () => {
  const invisible = new RegExp(`^[${INVISIBLE}]$`)
  const found = CHARACTERS.filter(
    (character) => invisible.test(character) && isTaken(() => requireFilter({ search: character })),
  )
  expect(codes(found)).toBe('')
})
