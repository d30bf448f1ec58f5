import { describe, expect, it } from 'vitest'
import { parseParameterized } from './parameterized.ts'

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

  it('takes no longer for hostile headers than for others', () => {
    const hostile = `a; b="${'\\"'.repeat(8000)}`
    const before = performance.now()
    expect(parseParameterized(hostile)).toBeNull()
    expect(parseParameterized(`a${';'.repeat(16_000)}"`)).toBeNull()
    expect(performance.now() - before).toBeLessThan(500)
  })
})
