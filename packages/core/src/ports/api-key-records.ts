import type { ApiKeyRecord } from '../model/api-key.ts'
import type { Timestamp } from '../model/asset.ts'

/** A key, and the database's time when it was read, which decides whether the key has expired. */
export interface FoundKey {
  readonly key: ApiKeyRecord
  readonly now: Timestamp
}

/** The API keys: role `apiKeys` of a `MetadataStore`, whose rules hold for every method. */
export interface ApiKeyRecords {
  /** Stores a new key. `invalid_argument` when its id is taken. */
  create(key: ApiKeyRecord): Promise<void>
  /** `null` when unknown. Revoked and expired keys are found. */
  get(id: string): Promise<FoundKey | null>
  /** All keys of a tenant, revoked ones too, oldest first. */
  list(tenant: string): Promise<readonly ApiKeyRecord[]>
  /** Sets `revokedAt` (kept when already set) or `lastUsedAt`. `key_not_found` when unknown or another tenant's. */
  update(request: {
    readonly tenant: string
    readonly id: string
    readonly changes: { readonly revokedAt?: Timestamp; readonly lastUsedAt?: Timestamp }
  }): Promise<ApiKeyRecord>
}
