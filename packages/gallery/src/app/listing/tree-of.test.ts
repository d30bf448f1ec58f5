import type { Folder } from '@stowage/client'
import { expect, test } from 'vitest'
import { treeOf } from './tree-of.ts'

const folder = (id: string, parent: string | null, assets: number): Folder =>
  ({
    id,
    attributes: { name: id, parent_id: parent, path: [id] },
    meta: { assets, folders: 0 },
  }) as unknown as Folder

test('a folder counts its files and those of all folders below it', () => {
  const [trips, papers] = treeOf([
    folder('trips', null, 1),
    folder('papers', null, 0),
    folder('2026', 'trips', 4),
    folder('may', '2026', 16),
  ])
  expect([trips?.assets, trips?.allAssets, trips?.children[0]?.allAssets]).toEqual([1, 21, 20])
  expect(papers?.allAssets).toBe(0)
})
