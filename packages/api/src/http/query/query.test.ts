import { describe, expect, it } from 'vitest'
import { parseQuery, type QueryParameter } from './query.ts'

const ALL: readonly QueryParameter[] = [
  'page',
  'per_page',
  'filter[trashed]',
  'with_meta',
  'variant',
]

describe('parseQuery', () => {
  it('has a default for everything', () => {
    expect(parseQuery('', ALL)).toMatchObject({
      page: 1,
      perPage: 24,
      trashed: false,
      withMeta: false,
      variant: undefined,
    })
  })

  it('reads what is given, encoded or not, and keeps it for links', () => {
    const query = parseQuery('page=2&per_page=100&filter%5Btrashed%5D=only&with_meta=1&x=y', ALL)
    expect(query).toMatchObject({ page: 2, perPage: 100, trashed: true, withMeta: true })
    expect([...query.given.keys()]).toEqual(['page', 'per_page', 'filter[trashed]', 'with_meta'])
  })

  it.each([
    'page=0',
    'page=%201',
    'page=0x1',
    `page=${2 ** 53}`,
    'per_page=101',
    'filter[trashed]=',
    'with_meta=true',
    'variant=',
    'variant=__proto__',
    'page=1&page=1',
    'sort=name',
    'include=x',
    'filter[name]=x',
    'filter[]=x',
    'fields[assets]=name',
    'page[number]=2',
    'filter[a%0Ab]=x',
  ])('refuses %s', (query) => {
    expect(() => parseQuery(query, ALL)).toThrow(
      expect.objectContaining({
        problems: [expect.objectContaining({ code: 'invalid_parameter' })],
      }),
    )
  })

  it.each(['', 'sorted=x', 'filter=x', '__proto__=x', '&&=', '%', '%ff=1', 'page'.repeat(1000)])(
    'passes over %j',
    (query) => {
      expect(parseQuery(query, ALL).given.size).toBe(0)
    },
  )

  it.each([
    ['limit', 'per_page'],
    ['offset', 'page'],
    ['q', 'cannot be searched'],
    ['search', 'cannot be searched'],
    ['q', 'filter[q]', ['filter[q]']],
    ['search', 'filter[q]', ['filter[q]']],
  ] as const)(
    'refuses %s on lists, and says what to use',
    (name, advice, more?: readonly QueryParameter[]) => {
      expect(() => parseQuery(`${name}=1`, [...ALL, ...(more ?? [])])).toThrow(
        expect.objectContaining({
          status: 400,
          problems: [
            {
              code: 'invalid_parameter',
              detail: expect.stringContaining(advice),
              source: { parameter: name },
            },
          ],
        }),
      )
      expect(parseQuery(`${name}=1`, ['with_meta', 'variant']).given.size).toBe(0)
    },
  )

  it('takes a parameter only where the route knows it', () => {
    expect(parseQuery('page=0', []).page).toBe(1)
    expect(() => parseQuery('filter[trashed]=only', ['page'])).toThrow(/does not know/)
  })

  it('knows the variants of the store besides those of the contract', () => {
    expect(parseQuery('variant=poster', ALL, ['poster']).variant).toBe('poster')
    expect(parseQuery('variant=thumbnail', ALL, ['poster']).variant).toBe('thumbnail')
    expect(() => parseQuery('variant=poster', ALL)).toThrow(/thumbnail or optimized/)
  })
})
