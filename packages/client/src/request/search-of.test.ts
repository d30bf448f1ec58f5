import { describe, expect, it } from 'vitest'
import { searchOf } from './search-of.ts'

const search = (query: object) => decodeURIComponent(searchOf(query).replaceAll('+', ' '))

describe('searchOf', () => {
  it.each([
    [{}, ''],
    [{ page: 2, sort: '-name', with_meta: undefined }, 'page=2&sort=-name'],
    [{ filter: { type: ['image', 'video'] } }, 'filter[type]=image,video'],
    [{ 'filter[type]': ['image'] }, 'filter[type]=image'],
    [
      { filter: { folder_id: null, is_favourite: false } },
      'filter[folder_id]=null&filter[is_favourite]=false',
    ],
    [{ filter: { size: { gte: 5, lt: undefined } } }, 'filter[size][gte]=5'],
    [
      { filter: { tag: { all: ['a'], any: ['b', 'c'] } } },
      'filter[tag][all]=a&filter[tag][any]=b,c',
    ],
    [
      { filter: { created_by: ['cn=a,dc=b', 'c\\d', null] } },
      String.raw`filter[created_by]=cn=a\,dc=b,c\\d,null`,
    ],
    [
      { filter: { metadata: { client: 'acme', code: '7', year: 7, paid: true, none: null } } },
      'filter[metadata][client]="acme"&filter[metadata][code]="7"&filter[metadata][year]=7&filter[metadata][paid]=true&filter[metadata][none]=null',
    ],
    [{ filter: { q: 'a, b&c' } }, 'filter[q]=a, b&c'],
  ])('writes %j', (query, expected) => {
    expect(search(query)).toBe(expected)
  })
})
