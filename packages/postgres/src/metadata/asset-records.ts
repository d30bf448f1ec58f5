import type { AssetRecords } from '@stowage/core/ports'
import { getAsset, listAllAssets, listAssets } from '../assets/asset-reads.ts'
import { addVariants, removeVariants, setTrashed, update } from '../assets/asset-writes.ts'
import { insertBatch } from '../assets/insert-batch.ts'
import { createInsertQueue } from '../assets/insert-queue.ts'
import { purge } from '../assets/purge.ts'
import type { Calls } from '../connection/calls.ts'
import { tenantUsage } from '../tenants/tenants.ts'

/** `MetadataStore.assets` */
export function createAssetRecords({ database, call, read, write }: Calls): AssetRecords {
  const insert = createInsertQueue((requests) => insertBatch(database, requests))
  return {
    insert: (request) =>
      call(async () =>
        request.assets.length === 0 ? { assets: [], replayOf: null } : insert(request),
      ),
    get: (by) => read((sql) => getAsset(sql, by)),
    list: (query) => read((sql) => listAssets(sql, query)),
    update: (request) => write((sql) => update(sql, request)),
    addVariants: (request) => write((sql) => addVariants(sql, request)),
    removeVariants: (request) => write((sql) => removeVariants(sql, request)),
    setTrashed: (request) => write((sql) => setTrashed(sql, request)),
    purge: (request) => call(() => purge(database, request)),
    listAll: (query) => read((sql) => listAllAssets(sql, query)),
    usage: (tenant) => read((sql) => tenantUsage(sql, tenant)),
  }
}
