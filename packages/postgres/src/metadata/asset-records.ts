import {
  type AssetRecords,
  type Inserted,
  type InsertRequest,
  MAX_WAITING,
  plainList,
  Semaphore,
  turnOf,
} from '@stowage/core/internal'
import { getAsset, listAllAssets, listPlainly } from '../assets/asset-reads.ts'
import { findAssets } from '../assets/find-assets.ts'
import { insertBatch } from '../assets/insert-batch.ts'
import { purge } from '../assets/purge.ts'
import type { Calls } from '../connection/calls.ts'
import { createGroupCommit } from '../connection/group-commit.ts'
import { ListTotals } from '../finding/list-totals.ts'
import { listKeyOf, tenantUsage } from '../tenants/tenants.ts'
import { listTenants, usageOfParts } from '../tenants/usage.ts'
import { performedWrites } from './performed-writes.ts'

/** `MetadataStore.assets`. `places`: how many lists may be found at a time. */
export function createAssetRecords(
  { database, call, read, write }: Omit<Calls, 'snapshot'>,
  places: number,
): AssetRecords {
  const finding = new Semaphore(places, {
    most: MAX_WAITING,
    ofOne: Math.max(1, Math.floor(places / 2)),
  })
  const totals = new ListTotals()
  const insert = createGroupCommit<InsertRequest, Inserted>({
    weightOf: ({ assets }) => assets.length,
    commit: (requests) => insertBatch(database, requests),
  })
  return {
    ...performedWrites('assets', { write }),
    insert: (request) =>
      call(async () =>
        request.assets.length === 0 ? { assets: [], replayOf: null } : insert(request),
      ),
    get: (by) => read((sql) => getAsset(sql, by)),
    async list(query) {
      const plain = plainList(query)
      if (plain !== null) return read((sql) => listPlainly(sql, plain))
      const find = () => database.snapshot((sql) => findAssets(sql, query, totals))
      const { tenant, caller, scope, signal } = query
      return call(() => finding.run(find, { turn: turnOf({ tenant, caller, scope }), signal }))
    },
    purge: (request) => call(() => purge(database, request)),
    listAll: (query) => read((sql) => listAllAssets(sql, query)),
    usage: (tenant) => read((sql) => tenantUsage(sql, tenant)),
    usageOf: (query) => read((sql) => usageOfParts(sql, query)),
    listKey: (tenant) => read((sql) => listKeyOf(sql, tenant)),
    listTenants: (query) => read((sql) => listTenants(sql, query)),
  }
}
