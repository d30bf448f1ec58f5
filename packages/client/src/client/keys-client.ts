import type {
  ApiKeyCollection,
  ApiKeyRequest,
  ListKeysQuery,
  NewApiKey,
} from '../generated/openapi.ts'
import type { CallOptions } from '../request/client-options.ts'

/** The API keys of one tenant. All calls need the permission `manage`. */
export interface KeysClient {
  /** One page of keys, newest first, with those that are revoked or expired. Never with a token. */
  list(query?: ListKeysQuery, options?: CallOptions): Promise<ApiKeyCollection>
  /**
   * Makes a key that has no permission that you lack. `attributes.token` is shown here and never again. After a lost
   * answer the service may have a key whose token is lost. List the keys, and revoke it.
   */
  create(attributes: ApiKeyRequest['data']['attributes'], options?: CallOptions): Promise<NewApiKey>
  /** From the next request on, the key is refused. A revoked key stays revoked. `key_not_found`. */
  revoke(id: string, options?: CallOptions): Promise<void>
}
