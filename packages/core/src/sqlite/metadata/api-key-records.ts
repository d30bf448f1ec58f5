import type { ApiKeyRecords } from '../../keys/api-key-records.ts'
import { type Clock, formatTimestamp } from '../../time/timestamp.ts'
import type { Reader } from '../connection/reader.ts'
import { getKey, listKeys, pageOfKeys } from '../keys/key-reads.ts'
import { forwardedWrites } from '../writer/forwarded-writes.ts'
import type { Writer } from '../writer/writer.ts'

/** `MetadataStore.apiKeys` */
export function createApiKeyRecords(
  reader: Reader,
  writer: Pick<Writer, 'write'>,
  clock: Clock,
): ApiKeyRecords {
  return {
    ...forwardedWrites('apiKeys', writer),
    create: (key, conditions) => writer.write('createKey', { ...conditions, key }),
    async get(id) {
      const key = await reader.readOne((sql) => getKey(sql, id))
      return key === null ? null : { key, now: formatTimestamp(clock()) }
    },
    list: (tenant) => reader.readOne((sql) => listKeys(sql, tenant)),
    page: (query) => reader.read((sql) => pageOfKeys(sql, query)),
  }
}
