import type { AssetRecords } from '../../assets/asset-records.ts'
import { plainList } from '../../finding/plain-list.ts'
import { getAsset, listAllAssets, listAssets } from '../assets/asset-reads.ts'
import type { Reader } from '../connection/reader.ts'
import type { Finder } from '../finding/finder.ts'
import { listKeyOf, listTenants, tenantUsage, usageOfParts } from '../tenants/tenants.ts'
import { forwardedWrites } from '../writer/forwarded-writes.ts'
import type { Writer } from '../writer/writer.ts'
import { insertedOf } from './inserted.ts'

/** `MetadataStore.assets` */
export function createAssetRecords(
  reader: Reader,
  writer: Pick<Writer, 'write'>,
  finder: Finder,
): AssetRecords {
  return {
    ...forwardedWrites('assets', writer),
    async insert(request) {
      // The records stay here: sending them back would cost both threads more than rebuilding them.
      return insertedOf(request, await writer.write('insert', request))
    },
    get: (by) => reader.readOne((sql) => getAsset(sql, by)),
    list(query) {
      const plain = plainList(query)
      if (plain !== null) return reader.read((sql) => listAssets(sql, plain))
      return finder.find(query)
    },
    listAll: (query) => reader.read((sql) => listAllAssets(sql, query)),
    usage: (tenant) => reader.readOne((sql) => tenantUsage(sql, tenant)),
    usageOf: (query) => reader.read((sql) => usageOfParts(sql, query)),
    listKey: (tenant) => reader.readOne((sql) => listKeyOf(sql, tenant)),
    listTenants: (query) => reader.readOne((sql) => listTenants(sql, query)),
  }
}
