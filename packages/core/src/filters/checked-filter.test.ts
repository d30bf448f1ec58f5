import { describe, expect, it } from 'vitest'
import { requireFilter } from './checked-filter.ts'

describe('requireFilter', () => {
  it('makes plain what means the same', () => {
    const time = '2026-01-31T09:05:00.123Z'
    const checked = requireFilter({
      type: ['video', 'image', 'video'],
      mimeType: 'IMAGE/*',
      tags: [' Strand ', 'strand'],
      createdBy: [null, 'ann'],
      createdAt: { gte: new Date(time), lt: '2026-02-01' },
      search: 'Düne dune',
      folderId: null,
      status: undefined,
    })
    expect(checked).toEqual({
      folderId: null,
      type: ['image', 'video'],
      mimeType: ['image/*'],
      tags: ['strand'],
      createdBy: ['ann', null],
      createdAt: { gte: Date.parse(time) * 1000, lt: Date.parse('2026-02-01') * 1000 },
      search: ['dune'],
    })
    expect(requireFilter({ createdAt: { gte: '2026-01-31T10:05:00.123456+01:00' } })).toEqual({
      createdAt: { gte: Date.parse(time) * 1000 + 456 },
    })
    expect(requireFilter(undefined)).toEqual({})
  })

  it.each(['type', 'tags', 'createdBy'])('refuses a list of holes as %s', (name) => {
    expect(() => requireFilter({ [name]: Array(2) })).toThrow(
      expect.objectContaining({
        code: 'invalid_argument',
        context: { argument: `filter.${name}` },
      }),
    )
  })

  it.each<[string, unknown]>([
    ['filter', null],
    ['filter', []],
    ['typ', { typ: 'image' }],
    ['filter.type', { type: 'picture' }],
    ['filter.type', { type: [] }],
    ['filter.type', { type: null }],
    ['filter.mimeType', { mimeType: 'image' }],
    ['filter.mimeType', { mimeType: 'text/html; charset=utf-8' }],
    ['filter.mimeType', { mimeType: `${'m'.repeat(128)}/x` }],
    ['filter.mimeType', { mimeType: `x/${'m'.repeat(128)}` }],
    ['filter.mimeType', { mimeType: 'application/vnd\ue12ems-excel' }],
    ['filter.mimeType', { mimeType: '*/*' }],
    ['filter.mimeType', { mimeType: 'image/png*' }],
    ['filter.mimeType', { mimeType: `image/${'x'.repeat(250)}` }],
    ['filter.mimeType', { mimeType: 'image/svg\ue12bxml' }],
    ['filter.extension', { extension: '.jpg' }],
    ['filter.extension', { extension: 'JPG' }],
    ['filter.tags', { tags: Array(101).fill('a') }],
    ['filter.tags', { tags: [''] }],
    ['filter.isFavourite', { isFavourite: 'true' }],
    ['filter.createdBy', { createdBy: 7 }],
    ['filter.sha256', { sha256: 'AB'.repeat(32) }],
    ['filter.status', { status: 'done' }],
    ['filter.metadata', { metadata: {} }],
    ['filter.metadata', { metadata: { a: [] } }],
    ['filter.metadata', { metadata: { a: Number.NaN } }],
    ['filter.size', { size: 5 }],
    ['filter.size', { size: {} }],
    ['gt3', { size: { gt3: 1 } }],
    ['filter.size.gte', { size: { gte: -1 } }],
    ['filter.size.lt', { size: { lt: 1.5 } }],
    ['filter.durationSeconds.lt', { durationSeconds: { lt: Infinity } }],
    ['filter.createdAt', { createdAt: new Date() }],
    ['filter.createdAt.gt', { createdAt: { gt: '2026-02-30' } }],
    ['filter.createdAt.gt', { createdAt: { gt: 'yesterday' } }],
    ['filter.createdAt.gt', { createdAt: { gt: new Date(Number.NaN) } }],
    ['filter.search', { search: '' }],
    ['filter.search', { search: '--' }],
    ['filter.search', { search: 'x'.repeat(256) }],
    ['filter.folderId', { folderId: 'a\0' }],
    ['filter.folderTree', { folderTree: null }],
  ])('refuses with %s: %j', (argument, filter) => {
    expect(() => requireFilter(filter)).toThrowError(
      expect.objectContaining({ code: 'invalid_argument', context: { argument } }),
    )
  })
})
