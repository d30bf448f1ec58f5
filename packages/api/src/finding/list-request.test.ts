import { describe, expect, it } from 'vitest'
import { FILTER_NAMES } from '../http/query/filter-parameters.ts'
import { parseQuery, type QueryParameter } from '../http/query/query.ts'
import { listRequestOf } from './list-request.ts'

const KNOWN: readonly QueryParameter[] = [
  'page',
  'per_page',
  'page[size]',
  'page[after]',
  'page[before]',
  ...FILTER_NAMES,
  'filter[trashed]',
  'sort',
]
const ID = '01961111-2222-7333-8444-555555555555'

const request = (query: string) => listRequestOf(parseQuery(query, KNOWN))
const filter = (query: string) => request(query).options.filter

describe('listRequestOf', () => {
  it('asks for the first page of all when nothing is given', () => {
    const options = { page: 1, perPage: 24, trashed: false, filter: {} }
    expect(request('')).toEqual({ cursor: false, options })
  })

  it('reads every filter', () => {
    const parameters = {
      'filter[folder_id]': 'null',
      'filter[folder_tree]': ID.toUpperCase(),
      'filter[type]': 'image,video',
      'filter[mime_type]': 'image/*',
      'filter[extension]': 'jpg,png',
      'filter[tag]': 'a,b',
      'filter[tag][any]': 'c',
      'filter[is_favourite]': 'false',
      'filter[created_by]': 'null,ann',
      'filter[sha256]': 'a'.repeat(64),
      'filter[status]': 'ready',
      'filter[metadata][a]': 'x',
      'filter[metadata][b][0]': '1',
      'filter[size][gte]': '1',
      'filter[size][lt]': '2',
      'filter[width][gt]': '3',
      'filter[height][lte]': '4',
      'filter[duration_seconds][gte]': '0.5',
      'filter[created_at][gte]': '2026-01-31t09:05:00.5z',
      'filter[updated_at][lt]': '2026-01-31',
      'filter[q]': 'a, b',
      'filter[trashed]': 'with',
      sort: '-duration_seconds',
    }
    expect(request(String(new URLSearchParams(parameters)))).toEqual({
      cursor: false,
      options: {
        page: 1,
        perPage: 24,
        trashed: 'with',
        sort: '-durationSeconds',
        filter: {
          folderId: null,
          folderTree: ID,
          type: ['image', 'video'],
          mimeType: ['image/*'],
          extension: ['jpg', 'png'],
          tags: ['a', 'b'],
          anyTag: ['c'],
          isFavourite: false,
          createdBy: [null, 'ann'],
          sha256: ['a'.repeat(64)],
          status: ['ready'],
          metadata: { a: 'x', 'b][0': 1 },
          size: { gte: 1, lt: 2 },
          width: { gt: 3 },
          height: { lte: 4 },
          durationSeconds: { gte: 0.5 },
          createdAt: { gte: '2026-01-31T09:05:00.5Z' },
          updatedAt: { lt: '2026-01-31' },
          search: 'a, b',
        },
      },
    })
  })

  it.each([
    ['7', 7],
    ['-1.5e3', -1500],
    ['"7"', '7'],
    ['true', true],
    ['null', null],
    ['007', '007'],
    ['acme', 'acme'],
    ['', ''],
    ['[1]', '[1]'],
    ['{}', '{}'],
    ['"open', '"open'],
  ])('takes the metadata %s for %j', (text, value) => {
    const query = `filter[metadata][x]=${encodeURIComponent(text)}`
    expect(filter(query)).toEqual({ metadata: { x: value } })
  })

  it('parts values at commas, but for those behind a backslash', () => {
    const text = String.raw`cn=a\,dc=b,c\\,\d`
    const query = `filter[created_by]=${encodeURIComponent(text)}`
    expect(filter(query)).toEqual({ createdBy: ['cn=a,dc=b', 'c\\', '\\d'] })
  })

  it('takes a plus of an offset that was not encoded', () => {
    const at = '2026-01-31T09:05:00+01:00'
    expect(filter(`filter[created_at][gte]=${at}`)).toEqual({ createdAt: { gte: at } })
  })

  it('keeps names of metadata that objects have', () => {
    const { metadata } = filter('filter[metadata][__proto__]=x&filter[metadata][toString]=y') ?? {}
    expect(Object.entries(metadata ?? {})).toEqual([
      ['__proto__', 'x'],
      ['toString', 'y'],
    ])
  })

  it('goes by a cursor once a page[…] is given', () => {
    expect(request('page[size]=5')).toMatchObject({
      cursor: true,
      options: { perPage: 5, after: null },
    })
    expect(request('page[after]=x')).toMatchObject({
      cursor: true,
      options: { perPage: 24, after: 'x' },
    })
    expect(request('page[before]=x').options).not.toHaveProperty('after')
  })

  it('answers a query of any length quickly', () => {
    const long = `filter[${'x'.repeat(16_000)}]=1`
    expect(() => request(long)).toThrow(/no such filter/)
    expect(() => request(`sort=${'x'.repeat(16_000)}`)).toThrow(/It can be one of/)
    expect(() => request(`filter[tag]=${','.repeat(16_000)}`)).toThrow(/1 to 100 tags/)
  })
})
