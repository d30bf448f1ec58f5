import type { ApiKeyRecords } from '@stowage/core/internal'
import { hooked } from '../audit/on-write.ts'
import type { Calls } from '../connection/calls.ts'
import { createKey, getKey, listKeys, pageOfKeys } from '../keys/key-records.ts'
import { performedWrites } from './performed-writes.ts'

/** `MetadataStore.apiKeys` */
export function createApiKeyRecords({ read, write, snapshot }: Calls): ApiKeyRecords {
  return {
    ...performedWrites('apiKeys', { write }),
    create(key, conditions) {
      const request = Object.assign({ key, tenant: key.tenant }, conditions)
      return write(hooked('createKey', request, (sql) => createKey(sql, key, conditions)))
    },
    get: (id) => read((sql) => getKey(sql, id)),
    list: (tenant) => read((sql) => listKeys(sql, tenant)),
    page: (query) => snapshot((sql) => pageOfKeys(sql, query)),
  }
}
