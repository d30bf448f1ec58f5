import { PlaceLimit, turnOf } from '@stowage/core/internal'
import { type AssetRecords, plainList } from '@stowage/core/ports'
import { setFavourite } from '../assets/asset-favourites.ts'
import { move } from '../assets/asset-folders.ts'
import { keep } from '../assets/asset-pending.ts'
import { getAsset, listAllAssets, listPlainly } from '../assets/asset-reads.ts'
import { tag } from '../assets/asset-tags.ts'
import { addVariants, removeVariants, setTrashed, update } from '../assets/asset-writes.ts'
import { findAssets } from '../assets/find-assets.ts'
import { insertBatch } from '../assets/insert-batch.ts'
import { createInsertQueue } from '../assets/insert-queue.ts'
import { purge } from '../assets/purge.ts'
import { noted } from '../audit/audit-writes.ts'
import type { Calls } from '../connection/calls.ts'
import { ListTotals } from '../finding/list-totals.ts'
import { listKeyOf, tenantUsage } from '../tenants/tenants.ts'
import { listTenants, usageOfParts } from '../tenants/usage.ts'

/** `MetadataStore.assets`. `places`: how many lists may be found at a time. */
export function createAssetRecords(
  { database, call, read, write }: Omit<Calls, 'snapshot'>,
  places: number,
): AssetRecords {
  const finding = new PlaceLimit(places, { bounded: true })
  const totals = new ListTotals()
  const insert = createInsertQueue((requests) => insertBatch(database, requests))
  return {
    insert: (request) =>
      call(async () =>
        request.assets.length === 0 ? { assets: [], replayOf: null } : insert(request),
      ),
    get: (by) => read((sql) => getAsset(sql, by)),
    async list(query) {
      const plain = plainList(query)
      if (plain !== null) return read((sql) => listPlainly(sql, plain))
      const find = () => database.snapshot((sql) => findAssets(sql, query, totals))
      const { tenant, caller, scope } = query
      return call(() => finding.run(find, { turn: turnOf({ tenant, caller, scope }) }))
    },
    update: (request) => write(noted('update', request, (sql) => update(sql, request))),
    move: (request) => write(noted('move', request, (sql) => move(sql, request))),
    tag: (request) => write(noted('tag', request, (sql) => tag(sql, request))),
    setFavourite: (request) =>
      write(noted('setFavourite', request, (sql) => setFavourite(sql, request))),
    keep: (request) => write(noted('keep', request, (sql) => keep(sql, request))),
    addVariants: (request) => write((sql) => addVariants(sql, request)),
    removeVariants: (request) => write((sql) => removeVariants(sql, request)),
    setTrashed: (request) => write(noted('setTrashed', request, (sql) => setTrashed(sql, request))),
    purge: (request) => call(() => purge(database, request)),
    listAll: (query) => read((sql) => listAllAssets(sql, query)),
    usage: (tenant) => read((sql) => tenantUsage(sql, tenant)),
    usageOf: (query) => read((sql) => usageOfParts(sql, query)),
    listKey: (tenant) => read((sql) => listKeyOf(sql, tenant)),
    listTenants: (query) => read((sql) => listTenants(sql, query)),
  }
}
