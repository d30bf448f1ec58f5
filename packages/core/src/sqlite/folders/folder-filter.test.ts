import { newAsset, stored } from '@stowage/testing'
import { folderIn, newFolder } from '@stowage/testing/internal'
import { expect, it, onTestFinished } from 'vitest'
import { requireFilter } from '../../filters/checked-filter.ts'
import { databaseFile } from '../connection/drivers.fixture.ts'
import { openSqliteMetadata } from '../metadata/open-sqlite-metadata.ts'

const tenant = 'default'
/** More than are checked one by one. */
const FOLDERS = 5001

it('finds the assets of a tree where very many folders have assets, those of others left out', async () => {
  const metadata = await openSqliteMetadata({ file: await databaseFile() })
  onTestFinished(() => metadata.close())
  const [root, empty] = [await folderIn(metadata, null, 'a'), await folderIn(metadata, null, 'b')]
  const folders = await Promise.all(
    Array.from({ length: FOLDERS }, () =>
      metadata.folders.create(newFolder({ parentId: root.id })),
    ),
  )
  await stored(
    metadata,
    [...folders, root, null].map((folder) => newAsset({ folderId: folder?.id ?? null })),
  )
  const totalIn = async (folderTree: string) => {
    const page = { trashed: false, from: { offset: 0 }, limit: 1 } as const
    const filter = requireFilter({ folderTree })
    return (await metadata.assets.list({ tenant, ...page, filter })).total
  }
  expect(await totalIn(root.id)).toBe(FOLDERS + 1)
  expect(await totalIn(folders[0]?.id ?? '')).toBe(1)
  expect(await totalIn(empty.id)).toBe(0)
})
