import type { Timestamp } from '../assets/asset.ts'
import type { Recorded } from '../events/recorded.ts'
import type { ApiKeyRecord } from './api-key.ts'

/** A key, and the database's time when it was read, which decides whether the key has expired. */
export interface FoundKey {
  readonly key: ApiKeyRecord
  readonly now: Timestamp
}

/** What must hold when a key is stored. The transaction that stores it decides. */
export interface KeyConditions extends Recorded {
  /** The most keys that are not revoked that the tenant may have, including this one. Default: any number. */
  readonly limit?: number
  /** The API key that makes this one, and must still be valid; `null`: none does. Default `null`. */
  readonly makerId?: string | null
}

/** Which keys of a tenant. */
export interface KeyQuery {
  readonly tenant: string
  readonly offset: number
  readonly limit: number
}

/** Some keys of a tenant, and how many it has, all as of one moment. */
export interface KeyList {
  readonly keys: readonly ApiKeyRecord[]
  readonly total: number
}

/** The API keys: role `apiKeys` of a `MetadataStore`, whose rules hold for every method. */
export interface ApiKeyRecords {
  /**
   * Stores a new key. `invalid_argument` when its id is taken, `key_revoked` when its maker's key is not valid,
   * `too_many_keys` above the limit.
   */
  create(key: ApiKeyRecord, conditions?: KeyConditions): Promise<void>
  /** `null` when unknown. Revoked and expired keys are found. */
  get(id: string): Promise<FoundKey | null>
  /** All keys of a tenant, revoked ones too, oldest first. */
  list(tenant: string): Promise<readonly ApiKeyRecord[]>
  /** A part of the same keys, newest first. */
  page(query: KeyQuery): Promise<KeyList>
  /** Sets `revokedAt` (kept when already set) or `lastUsedAt`. `key_not_found` when unknown or another tenant's. */
  update(
    request: Recorded & {
      readonly tenant: string
      readonly id: string
      readonly changes: { readonly revokedAt?: Timestamp; readonly lastUsedAt?: Timestamp }
    },
  ): Promise<ApiKeyRecord>
}
