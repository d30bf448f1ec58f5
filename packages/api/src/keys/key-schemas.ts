import { MAX_KEY_NAME, PERMISSIONS } from '@stowage/core/internal'
import {
  dateTime,
  exactly,
  nullable,
  page,
  pageLinks,
  ref,
  requestDocument,
  text,
} from '../openapi/schema-parts.ts'
import { momentPattern, shortText } from '../openapi/text-schemas.ts'

const apiKeys = { type: 'string', const: 'api-keys' } as const
const keyId = {
  ...text,
  pattern: '^[0-9A-Za-z]{12}$',
  description: 'The part of the token after `stw_`. No secret.',
} as const
const name = { ...shortText(MAX_KEY_NAME), description: 'What the key is for.' } as const
const permission = { ...text, enum: PERMISSIONS } as const

const attributes = {
  name,
  permissions: { type: 'array', items: permission, minItems: 1, uniqueItems: true },
  created_at: dateTime,
  last_used_at: {
    ...nullable(dateTime),
    description: 'Written at most once a minute; null: never used.',
  },
  expires_at: { ...nullable(dateTime), description: 'Null: never.' },
  revoked_at: { ...nullable(dateTime), description: 'Null unless it is revoked.' },
} as const

/** What the caller may do. */
export const permissions: object = { type: 'array', items: permission, uniqueItems: true }

/** The schemas of API keys. */
export const KEY_SCHEMAS: Readonly<
  Record<
    'ApiKey' | 'ApiKeyCollection' | 'ApiKeyRequest' | 'NewApiKey' | 'NewApiKeyDocument',
    object
  >
> = {
  ApiKey: exactly({ id: keyId, type: apiKeys, attributes: exactly(attributes) }),
  ApiKeyCollection: exactly({
    data: { type: 'array', items: ref('ApiKey') },
    links: pageLinks,
    meta: page,
  }),
  ApiKeyRequest: requestDocument({
    type: apiKeys,
    attributes: exactly(
      {
        name,
        permissions: {
          type: 'array',
          items: permission,
          minItems: 1,
          maxItems: PERMISSIONS.length,
          description:
            'None that you lack. When left out: `read`, `write` and `delete`, as far as you have them.',
        },
        expires_at: {
          ...nullable({ ...text, pattern: momentPattern(9) }),
          description:
            'A day, or a time with its offset: to come, at the latest in 2255, and not after your own key expires; null: never. When left out: as your own key.',
        },
      },
      ['permissions', 'expires_at'],
    ),
  }),
  NewApiKey: exactly({
    id: keyId,
    type: apiKeys,
    attributes: exactly({
      ...attributes,
      token: { ...text, pattern: '^stw_', description: 'The Bearer token. Shown once.' },
    }),
  }),
  NewApiKeyDocument: exactly({ data: ref('NewApiKey') }),
}
