import { forSeeds } from '@stowage/testing/seeds'
import { describe, expect, it } from 'vitest'
import { NO_OWN_DATA } from './own-data.ts'
import { requireOwnData } from './own-data-check.ts'
import { jsonOfOwnData, ownDataOfJson } from './own-data-column.ts'

const many = <Value>(count: number, make: (n: number) => Value): Value[] =>
  Array.from({ length: count }, (_, n) => make(n))
const members = (count: number, value: unknown): object =>
  Object.fromEntries(many(count, (n) => [`m${n}`, value]))

/** What the member becomes. */
function kept(name: keyof typeof NO_OWN_DATA, value: unknown): unknown {
  return requireOwnData({ [name]: value })[name]
}

describe('requireOwnData', () => {
  it('leaves out what is not given', () => {
    expect(requireOwnData({})).toEqual({})
    expect(requireOwnData({ title: undefined, tags: [] })).toEqual({ tags: [] })
  })

  it.each<[keyof typeof NO_OWN_DATA, unknown, unknown]>([
    ['title', null, null],
    ['title', '  A\u030a dune \n', 'Å dune'],
    ['title', '🏖'.repeat(255), '🏖'.repeat(255)],
    ['alt', {}, {}],
    [
      'alt',
      { EN: ' dune ', 'PT-br': 'duna', 'zh-hant-tw': '沙丘' },
      { en: 'dune', 'pt-BR': 'duna', 'zh-Hant-TW': '沙丘' },
    ],
    ['alt', { en: 'x'.repeat(1000) }, { en: 'x'.repeat(1000) }],
    ['tags', [], []],
    [
      'tags',
      [' Beach ', 'beach', 'BEACH', 'straße', 'STRASSE', 'e\u0301'],
      ['Beach', 'straße', 'é'],
    ],
    ['tags', many(100, (n) => `t${n}`), many(100, (n) => `t${n}`)],
    ['tags', many(100, () => 'same'), ['same']],
    ['tags', ['🏖'.repeat(64)], ['🏖'.repeat(64)]],
    ['metadata', {}, {}],
    ['metadata', { z: 'Ⅷ ', a: -0, b: 1e-300, c: false, d: null, '': '' }, null],
    [
      'metadata',
      { z: 'Ⅷ ', a: -0, b: 1e-300, c: false, d: null },
      { z: 'Ⅷ ', a: 0, b: 1e-300, c: false, d: null },
    ],
    ['metadata', members(64, 1), members(64, 1)],
    [
      'metadata',
      { a: 2 ** 53 - 1, b: 1 - 2 ** 53, c: 0.5 },
      { a: 2 ** 53 - 1, b: 1 - 2 ** 53, c: 0.5 },
    ],
    ['metadata', Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
    ['metadata', { a: 'x'.repeat(16_384 - 8) }, { a: 'x'.repeat(16_384 - 8) }],
    ['alt', inLanguages(32), inLanguages(32)],
  ])('keeps %s %j', (name, value, expected) => {
    if (expected === null && value !== null) expect(() => kept(name, value)).toThrow()
    else expect(kept(name, value)).toStrictEqual(expected)
  })

  it('loses no text that is as long as it may be once it is trimmed and composed', () => {
    const title = `${' '.repeat(9999)}${'α\u0313\u0300\u0345'.repeat(255)}\n`
    expect(kept('title', title)).toBe('ᾂ'.repeat(255))
  })

  it('keeps `__proto__` as the data that it is', () => {
    const given = JSON.parse('{"__proto__": "a", "constructor": 1, "2": true}')
    const metadata = kept('metadata', given) as object
    expect(Object.entries(metadata)).toEqual(Object.entries(given))
    expect(Object.getPrototypeOf(metadata)).toBe(Object.prototype)
  })

  it.each<[keyof typeof NO_OWN_DATA, unknown, string]>([
    ['title', '', 'title'],
    ['title', ' \u00a0', 'title'],
    ['title', 'x'.repeat(256), 'title'],
    ['title', 7, 'title'],
    ['title', 'a\0', 'title'],
    ['title', '\ud800', 'title'],
    ['alt', null, 'alt'],
    ['alt', 'dune', 'alt'],
    ['alt', ['en'], 'alt'],
    ['alt', new Map([['en', 'x']]), 'alt'],
    ['alt', { en_GB: 'x' }, 'alt'],
    ['alt', { '': 'x' }, 'alt'],
    ['alt', { 'not a tag': 'x' }, 'alt'],
    ['alt', { en: '' }, 'alt.en'],
    ['alt', { 'pt-br': 7 }, 'alt.pt-BR'],
    ['alt', { en: 'x'.repeat(1001) }, 'alt.en'],
    ['alt', { 'en-us': 'x', 'EN-US': 'y' }, 'alt.en-US'],
    ['alt', Object.fromEntries(many(101, (n) => [`en-x-${n}`, 'x'])), 'alt'],
    ['alt', { [`en-x-${'abcd-'.repeat(20)}e`]: 'x' }, 'alt'],
    ['alt', inLanguages(33), 'alt'],
    ['tags', null, 'tags'],
    ['tags', 'beach', 'tags'],
    ['tags', new Set(['a']), 'tags'],
    ['tags', ['a', ''], 'tags[1]'],
    ['tags', ['a', 'b', 'c', 4], 'tags[3]'],
    ['tags', ['a,b'], 'tags[0]'],
    // biome-ignore lint/suspicious/noSparseArray: a hole is what is tested.
    ['tags', ['a', , 'b'], 'tags[1]'],
    ['tags', ['a\tb'], 'tags[0]'],
    ['tags', ['a\u0085b'], 'tags[0]'],
    ['tags', ['x'.repeat(65)], 'tags[0]'],
    ['tags', ['\udfff'], 'tags[0]'],
    ['tags', many(101, (n) => `t${n}`), 'tags'],
    ['tags', many(101, () => 'same'), 'tags'],
    ['metadata', null, 'metadata'],
    ['metadata', [], 'metadata'],
    ['metadata', new Date(), 'metadata'],
    ['metadata', { price: Number.NaN }, 'metadata.price'],
    ['metadata', { price: 2 ** 53 }, 'metadata.price'],
    ['metadata', { price: -(2 ** 53) }, 'metadata.price'],
    ['metadata', { price: 1e300 }, 'metadata.price'],
    ['metadata', { price: () => 7 }, 'metadata.price'],
    ['metadata', { price: { amount: 1 } }, 'metadata.price'],
    ['metadata', { price: undefined }, 'metadata.price'],
    ['metadata', { a: '\ud800' }, 'metadata.a'],
    ['metadata', { a: 'x\0' }, 'metadata.a'],
    ['metadata', { 'a\0': 1 }, 'metadata'],
    ['metadata', { ['x'.repeat(65)]: 1 }, 'metadata'],
    ['metadata', { '': 1 }, 'metadata'],
    ['metadata', members(65, 1), 'metadata'],
    ['metadata', { a: 'é'.repeat(8192) }, 'metadata'],
  ])('refuses %s %j, naming %s', (name, value, argument) => {
    const refused = { code: 'invalid_argument', context: { argument } }
    expect(() => kept(name, value)).toThrow(expect.objectContaining(refused))
    expect(() => kept(name, value)).toThrow(/^.+\.$/s)
  })
})

/** A text of a thousand characters in so many languages. */
function inLanguages(count: number): Record<string, string> {
  return Object.fromEntries(many(count, (n) => [`en-x-${n}`, 'x'.repeat(1000)]))
}

/** Characters that break what does not expect them. */
const ODD = [
  'a',
  'B',
  'ß',
  'İ',
  'ſ',
  'Σ',
  'ς',
  '\u0301',
  '\u0345',
  '🏖',
  ' ',
  '\u2028',
  '\ufeff',
  '\0',
  '\n',
  ',',
]
const ODDER = [
  '"',
  '\\',
  '__proto__',
  '\ud800',
  '\udc00',
  'ﬁ',
  '가',
  '\u1100\u1161',
  '\ue002',
  '\u{10ffff}',
]

describe('own data of any text', () => {
  const texts = forSeeds('is refused as invalid_argument, or stays the same', 2, (numbers) => {
    const random = (below: number): number => Math.floor(numbers() * below)
    const pool = [...ODD, ...ODDER]
    const text = () => many(1 + random(5), () => pool[random(pool.length)] ?? '').join('')
    const counts = { kept: 0, refused: 0 }
    for (let round = 0; round < 2500; round += 1) {
      const given = {
        title: random(3) === 0 ? null : text(),
        alt: random(2) === 0 ? {} : { [random(4) === 0 ? text() : 'en']: text() },
        tags: many(random(4), text),
        metadata: Object.fromEntries(
          many(random(3), () => [text(), random(2) ? text() : random(9)]),
        ),
      }
      try {
        const own = { ...NO_OWN_DATA, ...requireOwnData(given) }
        expect(requireOwnData(own)).toEqual(own)
        const again = ownDataOfJson(jsonOfOwnData(own))
        expect(again).toEqual(own)
        expect(Object.entries(again.metadata)).toEqual(Object.entries(own.metadata))
        counts.kept += 1
      } catch (error) {
        expect(error).toMatchObject({ code: 'invalid_argument' })
        counts.refused += 1
      }
    }
    expect(Math.min(counts.kept, counts.refused)).toBeGreaterThan(150)
  })
  for (const { name, run } of texts) it(`${name} when it is checked or stored again`, () => run())
})
