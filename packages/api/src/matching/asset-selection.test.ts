import type { AssetStore } from '@stowage/core'
import { describe, expect, it } from 'vitest'
import { parseAssetSelection } from './asset-selection.ts'

const ID = '01961111-2222-7333-8444-555555555555'
const store = { view: { limits: { idsPerRequest: 1000 } } } as AssetStore
const parse = (body: Readonly<Record<string, unknown>>) => parseAssetSelection(body, store)

describe('parseAssetSelection', () => {
  it('reads ids', () => {
    const selection = parse({ asset_ids: [ID] })
    expect(selection).toMatchObject({ by: 'ids', given: { ids: [ID] } })
  })

  it('reads a filter, and how many assets are expected to match', () => {
    const filter = {
      folder_id: null,
      folder_tree: ID.toUpperCase(),
      type: ['image'],
      mime_type: 'image/*',
      tag: ['a'],
      is_favourite: true,
      metadata: { year: 2026, name: null },
      size: { gte: 5 },
      created_at: { lt: '2026-01-31' },
      q: 'beach',
    }
    expect(parse({ filter, expected: 0 })).toEqual({
      by: 'filter',
      expected: 0,
      filter: {
        folderId: null,
        folderTree: ID,
        type: ['image'],
        mimeType: 'image/*',
        tags: ['a'],
        isFavourite: true,
        metadata: { year: 2026, name: null },
        size: { gte: 5 },
        createdAt: { lt: '2026-01-31' },
        search: 'beach',
      },
    })
    const tag = { all: ['a'], any: ['b', 'c'] }
    expect(parse({ filter: { tag }, expected: 1 })).toMatchObject({
      filter: { tags: ['a'], anyTag: ['b', 'c'] },
    })
  })

  it.each([
    [{ filter: [], expected: 1 }, '/filter'],
    [{ filter: {}, asset_ids: [ID], expected: 1 }, '/asset_ids'],
    [{ asset_ids: [ID], expected: 1 }, '/expected'],
    [{ filter: null, asset_ids: [ID] }, '/asset_ids'],
    [{ filter: null, expected: 1 }, '/filter'],
    [{ filter: {} }, '/expected'],
    [{ filter: {}, expected: -1 }, '/expected'],
    [{ filter: {}, expected: '1' }, '/expected'],
    [{ filter: { tags: ['a'] }, expected: 1 }, '/filter/tags'],
    [{ filter: { external_id: 7 }, expected: 1 }, '/filter/external_id'],
    [{ filter: { tag: {} }, expected: 1 }, '/filter/tag'],
    [{ filter: { tag: { any: [] } }, expected: 1 }, '/filter/tag/any'],
    [{ filter: { folder_id: 7 }, expected: 1 }, '/filter/folder_id'],
    [{ filter: { folder_tree: null }, expected: 1 }, '/filter/folder_tree'],
    [{ filter: { size: { gte: '5' } }, expected: 1 }, '/filter/size/gte'],
    [{ filter: { size: 5 }, expected: 1 }, '/filter/size'],
    [{ filter: { size: {} }, expected: 1 }, '/filter/size'],
    [{ filter: { is_favourite: 'true' }, expected: 1 }, '/filter/is_favourite'],
    [{ filter: { metadata: { a: {} } }, expected: 1 }, '/filter/metadata'],
    [{ filter: { 'a/b': 1 }, expected: 1 }, '/filter/a~1b'],
  ])('refuses %j at %s', (body, pointer) => {
    expect(() => parse(body)).toThrow(
      expect.objectContaining({
        status: 422,
        problems: [expect.objectContaining({ source: { pointer } })],
      }),
    )
  })
})
