import { describe, expect, it } from 'vitest'
import { parseJson } from './parse-json.ts'

const parse = (text: string, values = 100) => parseJson(Buffer.from(text), { values })

describe('parseJson', () => {
  it.each([
    '{"a":[1,2.5e3,true,null,"x"],"b":{}}',
    '"a quote \\" and a backslash \\\\"',
    '["[[[[","{,{,{,","\\\\","\\"[,"]',
    ' [ ] ',
  ])('gives what JSON.parse gives for %s', (text) => {
    expect(parse(text)).toEqual(JSON.parse(text))
  })

  it.each([
    ['0', 0],
    ['"[,{"', 0],
    ['[1]', 1],
    ['[1,2,3]', 3],
    ['{"a":1,"b":[]}', 3],
    ['{"a":"\\\\","b":2}', 2],
  ])('counts the values of %s: %i', (text, values) => {
    expect(parse(text, values)).toEqual(JSON.parse(text))
    expect(() => parse(text, values - 1)).toThrow(
      expect.objectContaining({
        status: 422,
        problems: [expect.objectContaining({ code: 'invalid_body', meta: { limit: values - 1 } })],
      }),
    )
  })

  it.each([
    [64, true],
    [65, false],
  ])('takes %i within each other: %s', (depth, isTaken) => {
    const text = '['.repeat(depth) + ']'.repeat(depth)
    if (isTaken) expect(() => parse(text)).not.toThrow()
    else expect(() => parse(text)).toThrow(expect.objectContaining({ status: 400 }))
  })

  it.each(['', '{', '"', '"\\', '[1,]', ']]]]', '{"a":1}}', "{'a':1}", '\u0000'])(
    'refuses %j, which is no JSON',
    (text) => {
      expect(() => parse(text)).toThrow(
        expect.objectContaining({
          problems: [expect.objectContaining({ code: 'malformed_request' })],
        }),
      )
    },
  )

  it('refuses what is not UTF-8', () => {
    expect(() => parseJson(Buffer.from('"\xe9"', 'latin1'), { values: 1 })).toThrow(
      expect.objectContaining({ status: 400 }),
    )
  })
})
