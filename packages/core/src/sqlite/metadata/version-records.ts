import type { VersionRecords } from '../../versions/version-records.ts'
import type { Reader } from '../connection/reader.ts'
import { getVersion, listAllVersions, listVersions } from '../versions/version-reads.ts'
import { forwardedWrites } from '../writer/forwarded-writes.ts'
import type { Writer } from '../writer/writer.ts'

/** `MetadataStore.versions` */
export function createVersionRecords(
  reader: Reader,
  writer: Pick<Writer, 'write'>,
): VersionRecords {
  return {
    ...forwardedWrites('versions', writer),
    list: (assetId) => reader.readOne((sql) => listVersions(sql, assetId)),
    get: (id) => reader.readOne((sql) => getVersion(sql, id)),
    listAll: (query) => reader.readOne((sql) => listAllVersions(sql, query)),
  }
}
