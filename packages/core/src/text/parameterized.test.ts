import { describe, expect, it } from 'vitest'
import { parseParameterized, withoutParameter } from './parameterized.ts'

describe('parseParameterized', () => {
  it.each([
    ['text/plain', 'text/plain', {}],
    [' Text/HTML ; Charset=UTF-8', 'text/html', { charset: 'UTF-8' }],
    [
      'multipart/form-data; boundary="a b"; x=1;',
      'multipart/form-data',
      { boundary: 'a b', x: '1' },
    ],
    ['a;;b=""', 'a', { b: '' }],
    ['a; __proto__=x', 'a', { ['__proto__']: 'x' }],
  ])('reads %s', (header, value, parameters) => {
    const parsed = parseParameterized(header)
    expect(parsed?.value).toBe(value)
    expect([...(parsed?.parameters ?? [])]).toEqual(Object.entries(parameters))
  })

  it.each(['', ';a=b', 'a b', 'a; b="c', 'a; b="c"d', 'a; b', 'a; b=1; B=2', 'a, b'])(
    'refuses %j',
    (header) => {
      expect(parseParameterized(header)).toBeNull()
    },
  )
})

describe('withoutParameter', () => {
  it.each([
    ["form-data; name=a; filename*=UTF-8''b; x=y", 'form-data; name=a; x=y'],
    ['form-data; name="a; filename*=b"; FILENAME*="c;d"', 'form-data; name="a; filename*=b"'],
    ['form-data; name=a', 'form-data; name=a'],
  ])('makes of %s: %s', (header, without) => {
    expect(withoutParameter(header, 'filename*')).toBe(without)
  })
})
