import type { Timestamp } from '../assets/asset.ts'
import type { CallOptions } from '../options/call-options.ts'
import type { ApiKey, Permission, Principal } from './api-key.ts'

/** What a new key may do, and until when. */
export interface CreateKeyOptions {
  /** What the key is for, 1 … 255 characters. */
  readonly name: string
  /** Default: `read`, `write` and `delete`, as far as the `principal` has them. */
  readonly permissions?: readonly Permission[]
  /** When the key stops working; `null`: never. Default: never, or when the API key of the `principal` does. */
  readonly expiresAt?: Date | Timestamp | null
  /**
   * Who makes the key. The key can do no more than its maker. When the maker has an API key, that one must still be
   * valid, and the new key lasts no longer than it. Default: your own code, without these limits.
   */
  readonly principal?: Principal
}

/** Options of `keys.page`: which page of the keys. */
export interface PageOfKeysOptions extends CallOptions {
  /** From 1. Default 1. */
  readonly page?: number
  /** 1 … 100. Default 24. */
  readonly perPage?: number
}

/** One page of keys, newest first, with the exact total of the same moment. */
export interface KeyPage {
  readonly keys: readonly ApiKey[]
  readonly page: number
  readonly perPage: number
  readonly total: number
  /** At least 1. */
  readonly lastPage: number
}

/** The API keys of one tenant. */
export interface Keys {
  /**
   * Makes a key. `token` (`stw_<id>_<secret>`) is what clients send; it is shown here and never again. `too_many_keys`
   * above `limits.keysPerTenant`. With a `principal`: `exceeds_maker`, and `key_revoked` when its API key is no longer
   * valid.
   */
  create(options: CreateKeyOptions): Promise<{ readonly key: ApiKey; readonly token: string }>
  /**
   * Resolves to the principal of a token, of any tenant; `null` when the token is malformed (or not a string), unknown,
   * revoked or expired. The result does not reveal which. A malformed token or a wrong checksum needs no look-up. Every
   * other token costs the same look-up and constant-time comparison.
   */
  verify(token: string): Promise<Principal | null>
  /** All keys of the tenant, revoked ones too, oldest first. */
  list(): Promise<readonly ApiKey[]>
  /** One page of the same keys, newest first. */
  page(options?: PageOfKeysOptions): Promise<KeyPage>
  /** Revokes a key: from the next request on, it is invalid in every process. Idempotent. `key_not_found`. */
  revoke(id: string): Promise<ApiKey>
}
