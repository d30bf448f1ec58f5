import { folderTree, TREE_SHAPES, TREE_SIZES } from '@stowage/testing/internal'
import { describe, expect, it, onTestFinished } from 'vitest'
import { rowsToChange } from '../assets/asset-rows.ts'
import { deleteFolder } from '../assets/folder-deletion.ts'
import { databaseFile, rawConnection, testedDrivers } from '../connection/drivers.fixture.ts'
import { type Sql, type SqliteClient, statementsOf } from '../driver/client.ts'
import { findAssets } from '../finding/find-assets.ts'
import { ListTotals } from '../finding/list-totals.ts'
import { openSqliteMetadata } from '../metadata/open-sqlite-metadata.ts'
import type { Transaction } from '../tenants/transaction.ts'
import { updateFolder } from './folder-writes.ts'

const tenant = 'default'
/** Statements of one step of a deletion, and the rows that they touch: uploads wait for it. */
const MOST_OF_A_STEP = 200

/** Rows that the statements of `work` give and change, and how many statements there are. Undone. */
function costOf(client: SqliteClient, work: (transaction: Transaction) => unknown): number {
  let cost = 0
  const all = statementsOf(client)
  const sql = ((text: string) => {
    const statement = all<unknown>(text)
    return {
      run(...given: Parameters<typeof statement.run>) {
        const done = statement.run(...given)
        cost += 1 + Number(done.changes)
        return done
      },
      get(...given: Parameters<typeof statement.get>) {
        cost += 1
        return statement.get(...given)
      },
      all(...given: Parameters<typeof statement.all>) {
        const rows = statement.all(...given)
        cost += 1 + rows.length
        return rows
      },
    }
  }) as Sql
  client.exec('BEGIN')
  work({ sql, now: 1, countChanges: [], listChanges: [] })
  client.exec('ROLLBACK')
  return cost
}

describe.each(TREE_SHAPES)('with twice as many folders in a %s tree', (shape) => {
  it.each(testedDrivers)('no transaction does more on %s', async (driver) => {
    const costs: Record<string, number>[] = []
    for (const count of TREE_SIZES) {
      const file = await databaseFile()
      const metadata = await openSqliteMetadata({ file })
      onTestFinished(() => metadata.close())
      const { root, other, assets } = await folderTree(metadata, count, shape)
      const client = rawConnection(driver, file)
      const { id } = root
      const matching = { folderTree: id }
      const ids = assets.map((asset) => asset.id)
      const list = { tenant, trashed: false, from: { offset: 0 }, limit: 10 } as const
      costs.push({
        move: costOf(client, (on) =>
          updateFolder(on, { tenant, id, changes: { parentId: other.id } }),
        ),
        list: costOf(client, ({ sql }) => {
          const found = findAssets(sql, { ...list, filter: matching }, new ListTotals())
          expect(found.total).toBe(2)
        }),
        change: costOf(client, ({ sql }) => {
          expect(rowsToChange(sql, { tenant, ids, matching })).toHaveLength(2)
        }),
        delete: costOf(client, (on) => deleteFolder(on, { tenant, id, assets: 'detach' })),
      })
    }
    const [once, twice] = costs
    expect(twice?.delete).toBeLessThan(MOST_OF_A_STEP)
    expect({ ...twice, delete: 0 }).toEqual({ ...once, delete: 0 })
  })
})
