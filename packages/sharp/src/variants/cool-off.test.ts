import { expect, it } from 'vitest'
import { createCoolOff } from './cool-off.ts'

function fixture() {
  let time = 0
  const coolOff = createCoolOff(() => time)
  const isCool = (picture: string): boolean => {
    try {
      coolOff.assertCool(picture)
      return true
    } catch {
      return false
    }
  }
  return { ...coolOff, isCool, pass: (milliseconds: number) => (time += milliseconds) }
}

it('a picture may be tried again at once after its first attempt, then more and more rarely', () => {
  const { heat, isCool, pass } = fixture()
  heat('a')
  expect(isCool('a')).toBe(true)
  for (const wait of [1000, 2000, 4000]) {
    heat('a')
    expect(isCool('b')).toBe(true)
    pass(wait - 1)
    expect(isCool('a')).toBe(false)
    pass(1)
    expect(isCool('a')).toBe(true)
  }
  for (let times = 0; times < 50; times++) heat('a')
  pass(600_000)
  expect(isCool('a')).toBe(true)
})

it('a conclusive attempt ends it, and so do a thousand other pictures', () => {
  const { heat, forget, isCool } = fixture()
  for (const picture of ['a', 'a', 'b', 'b']) heat(picture)
  forget('a')
  expect(isCool('a')).toBe(true)
  expect(isCool('b')).toBe(false)
  for (let picture = 0; picture < 1000; picture++) heat(`${picture}`)
  expect(isCool('b')).toBe(true)
})
