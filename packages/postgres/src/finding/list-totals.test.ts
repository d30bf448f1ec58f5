import { requireFilter } from '@stowage/core/internal'
import { expect, it } from 'vitest'
import type { Sql } from '../connection/database.ts'
import { conditionsOf } from './conditions.ts'
import { ListTotals } from './list-totals.ts'

it('keeps little of 20,000 lists that one client makes up, however long their filters are', async () => {
  const nothing: Sql = async () => []
  const totals = new ListTotals()
  const [tenantId, list, listed] = [1, 0, 1] as const
  const before = process.memoryUsage().heapUsed
  for (let asked = 0; asked < 20_000; asked += 1) {
    const filter = requireFilter({
      metadata: { n: asked },
      createdBy: ['a'.repeat(200), 'b'.repeat(200)],
    })
    const createdAt = { gte: asked }
    const conditions = conditionsOf(
      { scope: null, filter: { ...filter, createdAt } },
      { tenantId, tree: [] },
    )
    const total = await totals.count(nothing, 'server', { tenantId, list, listed, conditions })
    expect(total.n).toBe(0)
  }
  expect(totals.size).toBeLessThanOrEqual(65_536)
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(100 * 1024 ** 2)
})
