import type { ApiKey, Permission, Principal } from '../model/api-key.ts'
import type { Timestamp } from '../model/asset.ts'

/** What a new key may do, and until when. */
export interface CreateKeyOptions {
  /** What the key is for, 1 … 255 characters. */
  readonly name: string
  /** Default: all three. */
  readonly permissions?: readonly Permission[]
  /** When the key stops working. Default: never. */
  readonly expiresAt?: Date | Timestamp
}

/** The API keys of one tenant. */
export interface Keys {
  /** Makes a key. `token` (`stw_<id>_<secret>`) is what clients send; it is shown here and never again. */
  create(options: CreateKeyOptions): Promise<{ readonly key: ApiKey; readonly token: string }>
  /**
   * The principal behind a token of any tenant; `null` when the token is malformed (or no string), unknown, revoked
   * or expired. The result does not reveal which. A malformed token or a wrong checksum needs no look-up. Every other
   * token costs the same look-up and constant-time comparison.
   */
  verify(token: string): Promise<Principal | null>
  /** All keys of the tenant, revoked ones too, oldest first. */
  list(): Promise<readonly ApiKey[]>
  /** From the next request on the key is invalid in every process. Idempotent. `key_not_found`. */
  revoke(id: string): Promise<ApiKey>
}
