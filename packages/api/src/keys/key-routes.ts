import type { Route } from '../requests/route.ts'
import { createKey, listKeys, revokeKey } from './keys.ts'

/** The routes of the API keys. They need a permission that a key has only if it was created with it. */
export const KEY_ROUTES: readonly Route[] = [
  {
    method: 'GET',
    path: '/keys',
    permission: 'manage',
    query: ['page', 'per_page'],
    operation: {
      id: 'listKeys',
      summary: 'Get all API keys',
      description: 'Newest first, with those that are revoked or expired. Never with a token.',
      success: { status: 200, description: 'One page of keys.', content: 'ApiKeyCollection' },
      errors: [],
    },
    handle: listKeys,
  },
  {
    method: 'POST',
    path: '/keys',
    permission: 'manage',
    query: [],
    operation: {
      id: 'createKey',
      summary: 'Create API key',
      description:
        'It has no permission that its maker lacks, and does not outlast the key that makes it. Its token is in this ' +
        'answer alone.',
      body: { schema: 'ApiKeyRequest', type: 'json' },
      success: { status: 201, description: 'The new key.', content: 'NewApiKeyDocument' },
      errors: ['resource_mismatch', 'too_many_keys', 'insufficient_storage'],
    },
    handle: createKey,
  },
  {
    method: 'DELETE',
    path: '/keys/{keyId}',
    permission: 'manage',
    idForm: 'key',
    query: [],
    operation: {
      id: 'revokeKey',
      summary: 'Revoke API key',
      description:
        'It is refused from the next request on, and so are uploads of it that are under way. It stays in the list. A key ' +
        'may revoke itself. What is revoked stays so.',
      success: { status: 204, description: 'The key is revoked.', content: null },
      errors: ['key_not_found', 'insufficient_storage'],
    },
    handle: revokeKey,
  },
]
