import { describe, expect, it } from 'vitest'
import { evaluateConditions, rangeApplies } from './conditions.ts'

const etag = '"abc"'
const lastModified = Date.UTC(2026, 0, 31, 9, 5, 0)
const validators = { etag, lastModified, isDateStrong: true }
const at = (seconds: number) => new Date(lastModified + seconds * 1000).toUTCString()

describe('evaluateConditions', () => {
  it.each([
    [{}, 'proceed'],
    [{ 'if-match': etag }, 'proceed'],
    [{ 'if-match': `"x",${etag}` }, 'proceed'],
    [{ 'if-match': ' * ' }, 'proceed'],
    [{ 'if-match': 'W/"abc"' }, 'failed'],
    [{ 'if-match': '' }, 'failed'],
    [{ 'if-match': 'abc' }, 'failed'],
    [{ 'if-unmodified-since': at(0) }, 'proceed'],
    [{ 'if-unmodified-since': at(1) }, 'proceed'],
    [{ 'if-unmodified-since': at(-1) }, 'failed'],
    [{ 'if-unmodified-since': 'never' }, 'proceed'],
    [{ 'if-match': etag, 'if-unmodified-since': at(-1) }, 'proceed'],
    [{ 'if-none-match': etag }, 'not-modified'],
    [{ 'if-none-match': 'W/"abc"' }, 'not-modified'],
    [{ 'if-none-match': '*' }, 'not-modified'],
    [{ 'if-none-match': '"x"' }, 'proceed'],
    [{ 'if-none-match': '' }, 'proceed'],
    [{ 'if-none-match': '"x"', 'if-modified-since': at(1) }, 'proceed'],
    [{ 'if-modified-since': at(0) }, 'not-modified'],
    [{ 'if-modified-since': at(1) }, 'not-modified'],
    [{ 'if-modified-since': at(-1) }, 'proceed'],
    [{ 'if-modified-since': 'yesterday' }, 'proceed'],
    [{ 'if-match': '"x"', 'if-none-match': etag }, 'failed'],
    [{ 'if-unmodified-since': at(-1), 'if-none-match': etag }, 'failed'],
    [{ 'if-unmodified-since': at(0), 'if-modified-since': at(0) }, 'not-modified'],
  ] as const)('of %j: %s', (headers, outcome) => {
    expect(evaluateConditions(headers, validators)).toBe(outcome)
  })
})

describe('rangeApplies', () => {
  it.each([
    [undefined, true],
    [etag, true],
    [` ${etag} `, true],
    ['W/"abc"', false],
    ['"x"', false],
    ['*', false],
    ['', false],
    [at(0), true],
    [at(1), false],
    [at(-1), false],
  ])('with If-Range %j: %s', (ifRange, applies) => {
    expect(rangeApplies({ 'if-range': ifRange }, validators)).toBe(applies)
  })

  it('takes no date where other bytes may have the same', () => {
    const weak = { ...validators, isDateStrong: false }
    expect(rangeApplies({ 'if-range': at(0) }, weak)).toBe(false)
    expect(rangeApplies({ 'if-range': etag }, weak)).toBe(true)
  })
})
