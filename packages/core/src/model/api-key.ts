import type { Timestamp } from './asset.ts'

/** `read`: list, get, files. `write`: upload, update, restore. `delete`: trash, permanent deletion. */
export type Permission = 'read' | 'write' | 'delete'

/** An API key without its secret. */
export interface ApiKey {
  /** The public part of the token: 12 base62 characters. */
  readonly id: string
  readonly name: string
  readonly tenant: string
  readonly permissions: readonly Permission[]
  readonly createdAt: Timestamp
  /** Written at most once a minute. */
  readonly lastUsedAt: Timestamp | null
  readonly expiresAt: Timestamp | null
  readonly revokedAt: Timestamp | null
}

/** What the metadata port stores of a key. */
export interface ApiKeyRecord extends ApiKey {
  /** SHA-256 of the secret, lower-case hex. The secret itself is stored nowhere. */
  readonly secretHash: string
}

/** Who makes a request: the holder of one of our keys, or someone the embedding app knows. */
export interface Principal {
  readonly kind: 'key' | 'external'
  readonly id: string
  readonly tenant: string
  readonly permissions: readonly Permission[]
}
