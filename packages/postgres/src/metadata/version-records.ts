import type { VersionRecords } from '@stowage/core/internal'
import type { Calls } from '../connection/calls.ts'
import { getVersion, listAllVersions, listVersions } from '../versions/version-reads.ts'
import { performedWrites } from './performed-writes.ts'

/** `MetadataStore.versions` */
export function createVersionRecords({ read, write }: Calls): VersionRecords {
  return {
    ...performedWrites('versions', { write }),
    list: (assetId) => read((sql) => listVersions(sql, assetId)),
    get: (id) => read((sql) => getVersion(sql, id)),
    listAll: (query) => read((sql) => listAllVersions(sql, query)),
  }
}
