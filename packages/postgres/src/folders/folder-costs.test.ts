import { FOLDER_STEP } from '@stowage/core/internal'
import { type FillTree, folderTree, TREE_SHAPES, TREE_SIZES } from '@stowage/testing/internal'
import { describe, expect, it, onTestFinished } from 'vitest'
import { countingPool } from '../testing/counting-pool.ts'
import { fixtureOfTest, type PostgresFixture } from '../testing/postgres-fixture.ts'

const tenant = 'default'
/** Statements of one step of a deletion, and the rows that they touch: uploads wait for it. */
const MOST_OF_A_STEP = 480

/** In one statement: the port makes each folder in a transaction of its own. */
function fillBySql({ sql }: PostgresFixture): FillTree {
  return async (root, levels, each) => {
    const idOf = (line: string, level: string) => `md5(${line} || '-' || ${level})::uuid::text`
    await sql('UPDATE $schema.folders SET height = $2 WHERE id = $1', [root.id, levels + 1])
    const rows = await sql<{ id: string; height: number }>(
      `INSERT INTO $schema.folders
          (id, tenant_id, height, created_at, updated_at, parent_id, created_by, name, sibling_key, name_key)
        SELECT ${idOf('line', 'level')}, tenant_id, $2 - level + 1, created_at, updated_at,
          CASE level WHEN 1 THEN $1 ELSE ${idOf('line', '(level - 1)')} END, created_by, line, line, name_key
        FROM $schema.folders, generate_series(1, $2::int) level, (SELECT generate_series(1, $3::int)::text AS line) lines
        WHERE id = $1
        RETURNING id, height`,
      [root.id, levels, each],
    )
    return rows.find(({ height }) => height === 1)?.id ?? root.id
  }
}

/** What each call costs over a tree of so many folders. */
async function costsOver(count: number, shape: (typeof TREE_SHAPES)[number]) {
  const fixture = fixtureOfTest()
  const { pool, costOf, end } = countingPool(fixture.schema)
  const metadata = await fixture.open({ pool })
  onTestFinished(end)
  const { root, other, assets } = await folderTree(metadata, count, shape, fillBySql(fixture))
  await fixture.sql('ANALYZE $schema.folders, $schema.assets')
  const { id } = root
  const matching = { folderTree: id }
  const ids = assets.map((asset) => asset.id)
  const list = { tenant, trashed: false, from: { offset: 0 }, limit: 10 } as const
  return {
    move: await costOf(() =>
      metadata.folders.update({ tenant, id, changes: { parentId: other.id } }),
    ),
    list: await costOf(async () => {
      expect((await metadata.assets.list({ ...list, filter: matching })).total).toBe(2)
    }),
    change: await costOf(async () => {
      const changed = await metadata.assets.setTrashed({ tenant, ids, to: 'trash', matching })
      expect(changed).toHaveLength(2)
    }),
    delete: await costOf(() => metadata.folders.delete({ tenant, id, assets: 'detach' })),
  }
}

describe.each(TREE_SHAPES)('with twice as many folders in a %s tree', (shape) => {
  it('no transaction runs more statements or touches more rows', async () => {
    const costs: Record<string, number>[] = []
    for (const count of TREE_SIZES) costs.push(await costsOver(4 * count, shape))
    const [once = {}, twice = {}] = costs
    expect({ ...twice, delete: 0 }).toEqual({ ...once, delete: 0 })
    // Rows that it has deleted itself are passed over, and each folder that it gives has its path.
    expect(twice.delete).toBeLessThan((once.delete ?? 0) + 2 * FOLDER_STEP)
    expect(twice.delete).toBeLessThan(MOST_OF_A_STEP)
  })
})
