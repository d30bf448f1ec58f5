import { describe, expect, it } from 'vitest'
import { conditionOf, versionsMatched } from './entity-tag.ts'

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

describe('conditionOf', () => {
  it('passes over tags that were never ours, so that nothing matches them', () => {
    const revision = '0123456789abcdef0123456789abcdef'
    const header = `"2026-01-31T09:05:00.123456Z", "${revision}"`
    expect(conditionOf({ 'if-match': header })).toEqual({ ifMatch: [revision] })
    expect(conditionOf({ 'if-match': '"x"' })).toEqual({ ifMatch: [] })
    expect(conditionOf({ 'if-match': '*' })).toEqual({})
    expect(conditionOf({})).toEqual({})
  })
})
