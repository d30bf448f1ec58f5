import { expect, test } from 'vitest'
import type { FolderNode } from '../listing/folders.ts'
import { shownFolders } from './shown-folders.ts'

const folder = (id: string): FolderNode => ({
  id,
  name: id,
  parentId: null,
  path: [id],
  assets: 0,
  allAssets: 0,
  children: [],
})
const all = Array.from({ length: 250 }, (_, index) => folder(`${index}`))

test('a page of the folders is drawn, and another one each time somebody asks', () => {
  const look = () => shownFolders(all, { where: 'a list', parent: null })
  expect([look().shown.length, look().hidden]).toEqual([100, 150])
  look().showMore()
  look().showMore()
  expect([look().shown.length, look().hidden]).toEqual([250, 0])
})

test('the folder that is open is drawn wherever it is', () => {
  const { shown } = shownFolders(all, { where: 'another', parent: null, open: '240' })
  expect([shown.length, shown.at(-1)?.id]).toEqual([101, '240'])
})
