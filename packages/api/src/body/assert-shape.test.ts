import { describe, expect, it } from 'vitest'
import { assertShape } from './assert-shape.ts'
import { mostValues, shapeOfSchema } from './json-shape.ts'

const text = { type: 'string' }
const closed = (properties: object) => ({ type: 'object', properties, additionalProperties: false })
const schemas = {
  Label: { type: 'array', items: text, maxItems: 2 },
  Body: {
    anyOf: [
      closed({ ids: { type: 'array', items: { ...text, format: 'uuid' }, maxItems: 3 } }),
      closed({
        data: closed({
          name: { type: ['string', 'null'] },
          notes: closed({ color: text }),
          labels: { anyOf: [text, { $ref: '#/components/schemas/Label' }] },
          sizes: { type: 'object', additionalProperties: { type: 'number' }, maxProperties: 2 },
        }),
        links: {},
      }),
    ],
  },
}
const shape = shapeOfSchema('Body', schemas)

function refusalOf(body: unknown) {
  try {
    assertShape(body, shape)
  } catch (error) {
    return (error as { problems: readonly object[] }).problems[0]
  }
  return undefined
}

describe('assertShape', () => {
  it.each([
    { data: { name: 'x', notes: { color: 'red' }, labels: ['a', 'b'], sizes: { a: 1, b: 2 } } },
    { data: { labels: 'a' } },
    { ids: ['a', 'b', 'c'] },
    { links: [{ anything: [[[]]] }] },
    { data: 7 },
    7,
    null,
  ])('lets %j through: what scalars are is not its business', (body) => {
    expect(refusalOf(body)).toBeUndefined()
  })

  it.each([
    [{ other: 1 }, '/other'],
    [{ data: { nam: 1 } }, '/data/nam'],
    [{ data: { notes: { 'a/b~': 1 } } }, '/data/notes/a~1b~0'],
    [{ data: { name: {} } }, '/data/name'],
    [{ data: { name: [] } }, '/data/name'],
    [{ data: [] }, '/data'],
    [{ data: { labels: {} } }, '/data/labels'],
    [{ data: { labels: ['a', 'b', 'c'] } }, '/data/labels'],
    [{ data: { labels: ['a', ['b']] } }, '/data/labels/1'],
    [{ data: { sizes: { a: 1, b: 2, c: 3 } } }, '/data/sizes'],
    [{ data: { sizes: { a: [] } } }, '/data/sizes/a'],
    [JSON.parse('{"__proto__":{}}'), '/__proto__'],
    [{ constructor: 1 }, '/constructor'],
    [[], ''],
  ])('refuses %j at %j', (body, pointer) => {
    expect(refusalOf(body)).toMatchObject({ code: 'invalid_body', source: { pointer } })
  })

  it('names the first of several, and cuts a long name', () => {
    expect(refusalOf({ first: 1, second: 2 })).toMatchObject({ source: { pointer: '/first' } })
    const { source } = refusalOf({ ['~/'.repeat(9999)]: 1 }) as { source: { pointer: string } }
    expect(source.pointer).toBe('/~0~1'.concat('~0~1'.repeat(99)).slice(0, 256))
  })

  it('gives too many ids a code of their own', () => {
    expect(refusalOf({ ids: ['a', 'a', 'a', 'a'] })).toMatchObject({
      code: 'too_many_ids',
      source: { pointer: '/ids' },
      meta: { limit: 3 },
    })
  })

  it.each([
    [{ data: { nam: 1 } }, 'Did you mean `name`?'],
    [{ data: { color: 1 } }, 'This member belongs in `data.notes`.'],
    [{ data: { ids: [] } }, 'This member belongs at the top of the body.'],
    [{ data: { notes: { x: 1 } } }, 'Send only `color` here.'],
  ])('says what to do about %j: %s', (body, advice) => {
    expect(refusalOf(body)).toMatchObject({ detail: expect.stringContaining(advice) })
  })
})

describe('shapeOfSchema', () => {
  it.each([
    { type: 'object', properties: { a: text } },
    { type: 'object', additionalProperties: text },
    { type: 'array', items: text },
    { type: 'array', maxItems: 1 },
  ])('refuses the schema %j, which bounds nothing', (schema) => {
    expect(() => shapeOfSchema('Open', { Open: schema })).toThrow('without a bound')
  })
})

describe('mostValues', () => {
  it('adds up objects, lists, members and items', () => {
    const { Label } = schemas
    expect(mostValues(shapeOfSchema('Label', { Label }))).toBe(1 + 2 * 2)
  })
})
