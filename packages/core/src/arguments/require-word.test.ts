import { describe, expect, it } from 'vitest'
import { requireWord } from './require-word.ts'

const WORDS = ['keep', 'trash', 'purge'] as const
const check = (value: unknown) => () => requireWord('unowned', WORDS, value)

describe('requireWord', () => {
  it('lets pass the words, and shows another one, shortened', () => {
    expect(check('trash')()).toBe('trash')
    expect(check('Trash')).toThrow(`unowned must be 'keep', 'trash' or 'purge', not "Trash".`)
    expect(check('x'.repeat(41))).toThrow(`not "${'x'.repeat(40)}…".`)
    expect(check(null)).toThrow('not null.')
    expect(check(undefined)).toThrow("unowned is missing. It must be 'keep', 'trash' or 'purge'.")
    expect(() => requireWord('mode', ['on'], 'off')).toThrow(`mode must be 'on', not "off".`)
    expect(() => requireWord('mode', ['on', 'off'], 1)).toThrow(
      `mode must be 'on' or 'off', not 1.`,
    )
  })
})
