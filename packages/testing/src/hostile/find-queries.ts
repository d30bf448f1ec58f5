import { randomUUID } from 'node:crypto'
import {
  ASSET_FILTERS,
  apiFilterNames,
  FILTER_MEMBERS,
  type FilterShape,
} from '@stowage/core/internal'

/** The name of the refused parameter, or the names of the assets found. */
type Expected = string | readonly string[]

const A = ['a.txt']
const B = ['b_100.txt']
const C = ['Ångström (c).txt']
const ALL = [...A, ...B, ...C]

/** Values that no numeric filter takes. */
const NOT_NUMBERS = [
  'Infinity',
  'NaN',
  '-0',
  '-1',
  '0x10',
  '٣',
  '%201',
  '1%20',
  '%2B1',
  '1,2',
  '',
  '1_000',
  '9'.repeat(9000),
  '%00',
]
const NOT_TIMES = [
  '2026-13-01',
  '2026-02-30',
  '10000-01-01',
  '-000001-01-01',
  '%2B010000-01-01',
  '2026-01-01T00:00:00%2B99:99',
  '2026-01-01T00:00:00.1234567Z',
  'NaN',
  '1e999',
  'now',
  '0',
  '',
  '%00',
  '2026-01-01T99:99Z',
  '٢٠٢٦-٠١-٠١',
  '2026-1-1',
]
const NOT_IDS = [
  '../../etc/passwd',
  'NULL',
  'undefined',
  '',
  "'%20OR%20''='",
  '%7B01a20725-073f-7742-a5cd-c6b735529bf5%7D',
  '01a20725073f7742a5cdc6b735529bf5',
  'a'.repeat(9000),
  '%00',
  '__proto__',
  '01a20725-073f-7742-a5cd-c6b735529bf5,01a20725-073f-7742-a5cd-c6b735529bf5',
]
const NOT_NAMES = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '',
  '[',
  ']',
  '%00',
  'x'.repeat(9000),
  'q%5D%5Bx',
  'size%5D%5B__proto__',
  'size%5D%5Bconstructor',
  'size%5D%5B',
  'tag%5D%5Bnone',
  'metadata',
]

/** List queries over the assets that the hostile cases store, and the outcome of each. */
export function findQueries(): readonly (readonly [query: string, expected: Expected])[] {
  const decoded = (text: string) => decodeURIComponent(text)
  return [
    ...NOT_NAMES.map((name) => [`filter[${name}]=x`, `filter[${decoded(name)}]`] as const),
    ...['__proto__', 'constructor', '', '%00', 'after%5D%5Bx'].map((name) => {
      return [`page[${name}]=1`, `page[${decoded(name)}]`] as const
    }),
    ...[
      '__proto__',
      'constructor',
      '-toString',
      '--name',
      'name,-size',
      '',
      '%00',
      'NAME',
      'seq',
      'a.seq;--',
    ].map((sort) => [`sort=${sort}`, 'sort'] as const),
    ...namesOf((shape) => shape.form === 'bounds' && shape.of !== 'moment').flatMap((name) =>
      NOT_NUMBERS.map((text) => [`filter[${name}][gte]=${text}`, `filter[${name}][gte]`] as const),
    ),
    ...namesOf((shape) => shape.form === 'bounds' && shape.of === 'whole').flatMap((name) => [
      [`filter[${name}][gte]=1e3`, []] as const,
      [`filter[${name}][gte]=${'9'.repeat(17)}`, `filter[${name}][gte]`] as const,
    ]),
    ...['9007199254740992', '1.5'].map((text) => {
      return [`filter[size][lt]=${text}`, 'filter[size][lt]'] as const
    }),
    ['filter[size][lte]=9007199254740991', ALL],
    ['filter[size][gte]=2.0', [...B, ...C]],
    ['filter[size][gt]=1&filter[size][lt]=1', []],
    ['filter[duration_seconds][lte]=9999999999999999.9999999999999999', []],
    ['filter[duration_seconds][gte]=1e3', []],
    ...namesOf((shape) => shape.form === 'bounds' && shape.of === 'moment').flatMap((name) =>
      NOT_TIMES.map((text) => [`filter[${name}][lt]=${text}`, `filter[${name}][lt]`] as const),
    ),
    ['filter[created_at][lt]=9999-12-31T23:59:59.999999Z', ALL],
    ['filter[created_at][gte]=0000-01-01', ALL],
    ['filter[created_at][lt]=0000-01-01T00:00:00%2B23:59', []],
    ...namesOf((shape) => shape.form === 'folder').flatMap((name) =>
      NOT_IDS.map((id) => [`filter[${name}]=${id}`, `filter[${name}]`] as const),
    ),
    [`filter[folder_id]=${randomUUID()}`, []],
    [`filter[folder_tree]=${randomUUID()}`, []],
    ['filter[folder_id]=null', [...A, ...C]],
    ...tagQueries(),
    ...metadataQueries(),
    ...searchQueries(),
    ["filter[created_by]='%20OR%201=1--,%25,*,__proto__", []],
    ['filter[sha256]=AB', 'filter[sha256]'],
    [`filter[sha256]=${'A'.repeat(64)}`, 'filter[sha256]'],
    [`filter[sha256]=${Array.from({ length: 100 }, (_, n) => String(n).padEnd(64, '0'))}`, []],
    ...namesOf((shape) => shape.form === 'flag').flatMap((name) =>
      ['1', '__proto__', 'toString'].map((text) => {
        return [`filter[${name}]=${text}`, `filter[${name}]`] as const
      }),
    ),
    ['filter[trashed]=__proto__', 'filter[trashed]'],
    ['filter[trashed]=toString', 'filter[trashed]'],
    ...namesOf((shape) => shape.form === 'words').map((name) => {
      return [`filter[${name}]=constructor`, `filter[${name}]`] as const
    }),
    ...namesOf((shape) => shape.form === 'texts').flatMap((name) =>
      ['', '%00', 'a,', 'x'.repeat(256)].map((text) => {
        return [`filter[${name}]=${text}`, `filter[${name}]`] as const
      }),
    ),
    ['filter[type]=document,__proto__', 'filter[type]'],
    [`filter[type]=${Array.from({ length: 101 }, () => 'image')}`, 'filter[type]'],
    ['filter[mime_type]=*/*', 'filter[mime_type]'],
    ['filter[mime_type]=text/plain;charset=utf-8', 'filter[mime_type]'],
    ['filter[mime_type]=text%EE%84%AFplain/x', 'filter[mime_type]'],
    [`filter[mime_type]=${'m'.repeat(5000)}/x`, 'filter[mime_type]'],
    ["filter[mime_type]=image/*,TEXT/PLAIN,'/'", ALL],
    ['filter[extension]=TXT', 'filter[extension]'],
    ['filter[extension]=.txt', 'filter[extension]'],
    ["filter[extension]=*,%25,_,'--,txt%20", []],
    ...['sort=name&sort=name', 'filter[q]=a&filter[q]=a', 'filter%5Bq%5D=a&filter[q]=b'].map(
      (query) => {
        return [query, query.startsWith('sort') ? 'sort' : 'filter[q]'] as const
      },
    ),
    ['page[after]=a&page[after]=b', 'page[after]'],
    ['filter[size][gt]=1&filter[size][gt]=2', 'filter[size][gt]'],
    ['filter[metadata][a]=1&filter[metadata][a]=2', 'filter[metadata][a]'],
    ['filter[tag][all]=a&filter[tag]=a', 'filter[tag]'],
    ...['1e2', '0x10', '-1', 'NaN', '٣', '1.0', '%00', '9'.repeat(400)].flatMap((text) =>
      ['page[size]', 'page', 'per_page'].map((name) => [`${name}=${text}`, name] as const),
    ),
  ]
}

/** The API's names for the filters of this shape. */
function namesOf(isOf: (shape: FilterShape) => boolean): readonly string[] {
  const members = FILTER_MEMBERS.filter((member) => isOf(ASSET_FILTERS[member].shape))
  return members.flatMap((member) => apiFilterNames(member).slice(0, 1))
}

function tagQueries(): readonly (readonly [string, Expected])[] {
  const many = (count: number) => Array.from({ length: count }, (_, index) => `t${index}`)
  return [
    ...[
      '',
      ',',
      ',,,',
      'a,',
      '%00',
      'a%00',
      `${'\\'.repeat(1000)}`,
      'x'.repeat(256),
      `${many(101)}`,
    ].flatMap((text) =>
      ['filter[tag]', 'filter[tag][any]'].map((name) => [`${name}=${text}`, name] as const),
    ),
    [`filter[tag]=${many(100)}`, []],
    [`filter[tag][any]=${many(99)},RED`, A],
    ['filter[tag]=a%22b', A],
    ["filter[tag]=x'%20or%201=1,100%25,not", A],
    ['filter[tag]=%EE%80%82red', A],
    ['filter[tag]=%EE%80%81txt', []],
    ['filter[tag]=r*', []],
    ['filter[tag]=re%25', []],
    ['filter[tag]=red%22%20OR%20%22blue', []],
    ['filter[tag]=%ED%A0%80', []],
  ]
}

function metadataQueries(): readonly (readonly [string, Expected])[] {
  const members = (count: number) =>
    Array.from({ length: count }, (_, index) => `filter[metadata][m${index}]=${index}`).join('&')
  return [
    ['filter[metadata][__proto__]=p', A],
    ['filter[metadata][constructor]=c', A],
    ['filter[metadata][toString]=1', A],
    ['filter[metadata][hasOwnProperty]=1', []],
    ['filter[metadata][a][b]=null', A],
    ['filter[metadata][n]=9007199254740991', A],
    ['filter[metadata][n]=9.007199254740991e15', A],
    ['filter[metadata][n]=0', C],
    ['filter[metadata][n]=-0', C],
    ['filter[metadata][n]=1e400', 'filter[metadata]'],
    ['filter[metadata][s]="1e400"', A],
    ['filter[metadata][s]="null"', C],
    ['filter[metadata][s]=null', []],
    ['filter[metadata][s]=%00', 'filter[metadata]'],
    ['filter[metadata][%00]=x', 'filter[metadata]'],
    ['filter[metadata][s]="\\ud800"', 'filter[metadata]'],
    ['filter[metadata][s]={"a":1}', []],
    [`filter[metadata][s]=${'['.repeat(9000)}`, []],
    [`filter[metadata][s]=${'x'.repeat(9000)}`, []],
    [members(64), []],
    [members(65), 'filter[metadata]'],
  ]
}

function searchQueries(): readonly (readonly [string, Expected])[] {
  const words = Array.from({ length: 120 }, (_, index) => `w${index}`)
    .join(' ')
    .slice(0, 250)
  return [
    ...[
      '',
      '%20',
      '...',
      '%CC%81',
      '%CC%81%CC%82',
      '%E2%80%8B',
      '%00',
      'a%00',
      'x'.repeat(256),
      '%22*()-',
    ].map((text) => [`filter[q]=${text}`, 'filter[q]'] as const),
    [`filter[q]=${'x'.repeat(255)}`, []],
    [`filter[q]=${encodeURIComponent(words)}`, []],
    [`filter[q]=${'a%CC%81%CC%82'.repeat(80)}`, []],
    ['filter[q]=%22ang%22%20*', C],
    ['filter[q]=(a)%20-%22near%22', A],
    ['filter[q]=a%20OR%20b', A],
    ['filter[q]=b_100%20OR%20ang', []],
    ['filter[q]=red%20NOT%20blue', []],
    ['filter[q]=red%20NOT', A],
    ['filter[q]=near(b,%202)', []],
    ['filter[q]=near(b)', A],
    ['filter[q]=terms_of:a', []],
    ['filter[q]=100%25', [...A, ...B]],
    ['filter[q]=b_1', [...A, ...B]],
    ['filter[q]=b_10%20txt', [...A, ...B]],
    ['filter[q]=%25', 'filter[q]'],
    ['filter[q]=_', 'filter[q]'],
    ["filter[q]=txt'%20%7C%20'b:*", [...A, ...B]],
    ['filter[q]=ANGSTROM', C],
    ['filter[q]=A%CC%8Angstro%CC%88m', C],
    ['filter[q]=%EE%80%82red', A],
    ['filter[q]=%EE%80%81txt', ALL],
    ['filter[q]=%ED%A0%80', []],
    ['filter[q]=%F0%9F%AB%A0', []],
  ]
}
