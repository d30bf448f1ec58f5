import assert from 'node:assert/strict'
import type { AssetFilter } from '@stowage/core'
import type { AssetRecord } from '@stowage/core/internal'
import {
  comparePositions,
  type ListQuery,
  matchesFilter,
  positionOf,
  requireFilter,
} from '@stowage/core/internal'
import type { MetadataStore } from '@stowage/core/ports'
import type { AssetSort } from '@stowage/core/types'

/** The requested list, as callers of a store request it. */
export interface Asked {
  readonly filter: AssetFilter
  readonly sort: AssetSort
  readonly trashed: boolean | 'with'
  readonly createdBy?: string | null
}

/**
 * Fails unless the store lists exactly what a walk over these assets of the tenant `default` finds: the total, numbered
 * pages from both ends and the middle, and pages from a position in both directions.
 */
export async function assertFound(
  { assets }: Pick<MetadataStore, 'assets'>,
  all: readonly AssetRecord[],
  { filter, sort, trashed, createdBy }: Asked,
): Promise<number> {
  const checked = requireFilter(filter)
  const scope = createdBy === undefined ? null : { createdBy }
  const expected = walked(all, { filter, sort, trashed, ...(scope !== null && scope) })
  const list = async (from: ListQuery['from'], limit: number) => {
    const query = { tenant: 'default', scope, trashed, filter: checked, sort, from, limit }
    const { assets: page, total } = await assets.list(query)
    assert.equal(total, expected.length, describe('total'))
    return page.map(({ id }) => id)
  }
  const describe = (what: string) =>
    `${what} of ${JSON.stringify({ filter, sort, trashed, scope })}`
  const byId = new Map(all.map((asset) => [asset.id, asset]))
  const middle = Math.floor(expected.length / 2)
  for (const offset of [0, 3, middle, Math.max(0, expected.length - 5), expected.length + 1]) {
    const page = await list({ offset }, 7)
    assert.deepEqual(page, expected.slice(offset, offset + 7), describe(`page at ${offset}`))
  }
  for (const index of [0, middle, expected.length - 1]) {
    const asset = byId.get(expected[index] ?? '')
    if (asset === undefined) continue
    const place = positionOf(asset, sort)
    const after = await list({ after: place }, 7)
    assert.deepEqual(after, expected.slice(index + 1, index + 8), describe(`page after ${index}`))
    const before = await list({ before: place }, 7)
    const first = Math.max(0, index - 7)
    assert.deepEqual(before, expected.slice(first, index), describe(`page before ${index}`))
  }
  return expected.length
}

/** Like `assertFound`, for the first 1000 assets with a single query. Resolves to how many it found. */
export async function assertFoundAtOnce(
  { assets }: Pick<MetadataStore, 'assets'>,
  all: readonly AssetRecord[],
  asked: Omit<Asked, 'createdBy'>,
): Promise<number> {
  const { filter, sort, trashed } = asked
  const found = await assets.list({
    ...{ tenant: 'default', trashed, sort, filter: requireFilter(filter) },
    ...{ from: { offset: 0 }, limit: 1000 },
  })
  const expected = walked(all, asked)
  assert.deepEqual(
    [found.total, found.assets.map(({ name }) => name)],
    [expected.length, expected.map((id) => all.find((asset) => asset.id === id)?.name)],
    JSON.stringify({ filter, sort, trashed }),
  )
  return expected.length
}

/** The ids of the requested assets, in the requested order. */
function walked(
  all: readonly AssetRecord[],
  { filter, sort, trashed, createdBy }: Asked,
): readonly string[] {
  const checked = requireFilter(filter)
  // The folders of these suites contain no folders and belong to nobody: no creator's scope contains them.
  const isReached = checked.folderTree !== undefined && (createdBy ?? null) === null
  const tree = new Set(isReached ? [checked.folderTree] : [])
  const compare = comparePositions(sort)
  return all
    .filter((asset) => trashed === 'with' || (asset.trashedAt !== null) === trashed)
    .filter((asset) => createdBy === undefined || asset.createdBy === createdBy)
    .filter((asset) => matchesFilter(asset, checked, tree))
    .toSorted((a, b) => compare(positionOf(a, sort), positionOf(b, sort)))
    .map(({ id }) => id)
}
