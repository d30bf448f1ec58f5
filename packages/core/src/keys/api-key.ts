import type { Timestamp } from '../assets/asset.ts'

/**
 * `read`: list, get, files. `write`: upload, update, restore. `delete`: trash, permanent deletion. `manage`: make, list
 * and revoke the keys of the tenant over HTTP.
 */
export type Permission = 'read' | 'write' | 'delete' | 'manage'

/** All permissions, in the order in which they are kept and shown. */
export const PERMISSIONS: readonly Permission[] = ['read', 'write', 'delete', 'manage']

/** The permissions of a key that is made without any: all that concern assets. */
export const DEFAULT_PERMISSIONS: readonly Permission[] = ['read', 'write', 'delete']

/** An API key without its secret. */
export interface ApiKey {
  /** The public part of the token: 12 base62 characters. */
  readonly id: string
  /** What the key is for. */
  readonly name: string
  /** The only tenant that the key reaches. */
  readonly tenant: string
  readonly permissions: readonly Permission[]
  readonly createdAt: Timestamp
  /** Written at most once a minute. */
  readonly lastUsedAt: Timestamp | null
  /** `null`: never. */
  readonly expiresAt: Timestamp | null
  /** `null` while the key is valid. */
  readonly revokedAt: Timestamp | null
}

/** What the metadata port stores of a key. */
export interface ApiKeyRecord extends ApiKey {
  /** SHA-256 of the secret, lower-case hex. The secret itself is stored nowhere. */
  readonly secretHash: string
}

/** Who makes a request: the holder of an API key, or a user of the embedding app. */
export interface Principal {
  /** `key`: an API key. `external`: a principal that the app's `authenticate` returned. */
  readonly kind: 'key' | 'external'
  /** Id of the key, or the app's own id: 1 … 255 characters. Kept as `createdBy`. */
  readonly id: string
  /** The only tenant that the request reaches. */
  readonly tenant: string
  /** What the request may do. */
  readonly permissions: readonly Permission[]
  /**
   * Whether the browser sends by itself what identifies the principal, as it does with cookies, client certificates and
   * HTTP Basic. Over HTTP, every change that another site requests is refused to such a principal. Default `false`.
   */
  readonly ambient?: boolean
}
