import { expect, it } from 'vitest'
import { requireTagChanges } from './tag-changes.ts'

it.each([[['beach']], ['beach'], [null]])('asks for { add, remove } in place of %j', (changes) => {
  expect(() => requireTagChanges(changes as never)).toThrow(/changes must be \{ add, remove \}/)
})
