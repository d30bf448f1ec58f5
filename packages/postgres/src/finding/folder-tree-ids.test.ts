import { requireFilter } from '@stowage/core/internal'
import { newAsset, stored } from '@stowage/testing'
import { folderIn } from '@stowage/testing/internal'
import { expect, it } from 'vitest'
import { fixtureOfTest } from '../testing/postgres-fixture.ts'

const tenant = 'default'
/** More than are checked one by one. */
const FOLDERS = 5001

it('finds the assets of a tree where very many folders have assets, those of others left out', async () => {
  const fixture = fixtureOfTest()
  const metadata = await fixture.open()
  const [root, empty] = [await folderIn(metadata, null, 'a'), await folderIn(metadata, null, 'b')]
  await stored(
    metadata,
    [root.id, null].map((folderId) => newAsset({ folderId })),
  )
  // In one statement: the port makes each in a transaction of its own.
  await fixture.sql(
    `WITH made AS (
        INSERT INTO $schema.folders
          SELECT (jsonb_populate_record(f, jsonb_build_object('id', gen_random_uuid(), 'parent_id', f.id,
            'height', 1, 'sibling_key', n::text))).*
          FROM $schema.folders f, generate_series(1, $2::int) n WHERE f.id = $1
          RETURNING id)
      INSERT INTO $schema.assets
        SELECT (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid(), 'folder_id', made.id,
          'public_file_id', gen_random_uuid(), 'blob_key', gen_random_uuid(), 'seq', a.seq + 1000 + row_number() OVER ()))).*
        FROM $schema.assets a, made WHERE a.folder_id = $1`,
    [root.id, FOLDERS],
  )
  const totalIn = async (folderTree: string) => {
    const page = { trashed: false, from: { offset: 0 }, limit: 1 } as const
    const filter = requireFilter({ folderTree })
    return (await metadata.assets.list({ tenant, ...page, filter })).total
  }
  const [first] = await fixture.sql<{ id: string }>(
    'SELECT id FROM $schema.folders WHERE parent_id = $1 LIMIT 1',
    [root.id],
  )
  expect(await totalIn(root.id)).toBe(FOLDERS + 1)
  expect(await totalIn(first?.id ?? '')).toBe(1)
  expect(await totalIn(empty.id)).toBe(0)
})
