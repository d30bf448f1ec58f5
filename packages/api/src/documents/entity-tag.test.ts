import { describe, expect, it } from 'vitest'
import { versionsMatched } from './entity-tag.ts'

describe('versionsMatched', () => {
  it.each([
    [undefined, null],
    ['*', null],
    [' * ', null],
    ['"a"', ['a']],
    ['W/"a"', ['a']],
    ['"a" , W/"b","c"', ['a', 'b', 'c']],
    ['', []],
    ['a', []],
    ['"a', []],
    ['*, "a"', ['a']],
  ])('reads %j as %j', (header, versions) => {
    expect(versionsMatched(header)).toEqual(versions)
  })
})
