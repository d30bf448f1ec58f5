import type { AssetRecords } from '../../ports/asset-records.ts'
import { plainList } from '../../ports/plain-list.ts'
import { getAsset, listAllAssets, listAssets } from '../assets/asset-reads.ts'
import type { Reader } from '../connection/reader.ts'
import type { Finder } from '../finding/finder.ts'
import { listTenants, tenantUsage, usageOfParts } from '../tenants/tenants.ts'
import type { Writer } from '../writer/writer.ts'

/** `MetadataStore.assets` */
export function createAssetRecords(
  reader: Reader,
  writer: Pick<Writer, 'write'>,
  finder: Finder,
): AssetRecords {
  return {
    async insert(request) {
      const { tenant, assets } = request
      // The records stay here: to send them back costs both threads more than to make them anew.
      const written = await writer.write('insert', request)
      if ('length' in written) return { assets: [], replayOf: assets.length === 0 ? null : written }
      const { firstSeq, pendingUntil } = written
      const inserted = assets.map((asset, index) => {
        const seq = firstSeq + index
        const own = {
          tenant,
          seq,
          updatedAt: asset.updatedAt ?? asset.createdAt,
          trashedAt: asset.trashedAt ?? null,
          pendingUntil,
        }
        return Object.assign({}, asset, own)
      })
      return { assets: inserted, replayOf: null }
    },
    get: (by) => reader.readOne((sql) => getAsset(sql, by)),
    list(query) {
      const plain = plainList(query)
      if (plain !== null) return reader.read((sql) => listAssets(sql, plain))
      return finder.find(query)
    },
    update: (request) => writer.write('update', request),
    move: (request) => writer.write('move', request),
    tag: (request) => writer.write('tag', request),
    keep: (request) => writer.write('keep', request),
    setFavourite: (request) => writer.write('setFavourite', request),
    addVariants: (request) => writer.write('addVariants', request),
    removeVariants: (request) => writer.write('removeVariants', request),
    setTrashed: (request) => writer.write('setTrashed', request),
    purge: (request) => writer.write('purge', request),
    listAll: (query) => reader.read((sql) => listAllAssets(sql, query)),
    usage: (tenant) => reader.readOne((sql) => tenantUsage(sql, tenant)),
    usageOf: (query) => reader.read((sql) => usageOfParts(sql, query)),
    listTenants: (query) => reader.readOne((sql) => listTenants(sql, query)),
  }
}
