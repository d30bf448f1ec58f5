import { DEFAULT_PER_PAGE, MAX_PER_PAGE } from '@stowage/core/ports'
import type { QueryParameter } from '../http/query.ts'
import type { RequestHeader } from './described-route.ts'

/** The description of each variable segment of a path. */
export const PATH_PARAMETERS: Readonly<Record<string, object>> = {
  assetId: inPath('assetId', '`id` of the asset.'),
  publicFileId: inPath('publicFileId', '`public_file_id` of the asset.'),
}

/** The description of each query parameter. */
export const QUERY_PARAMETERS: Readonly<Record<QueryParameter, object>> = {
  page: query('page', 'Number of the page.', { type: 'integer', minimum: 1, default: 1 }),
  per_page: query('per_page', 'Assets on a page.', {
    type: 'integer',
    minimum: 1,
    maximum: MAX_PER_PAGE,
    default: DEFAULT_PER_PAGE,
  }),
  'filter[trashed]': query('filter[trashed]', 'Lists the trash instead.', {
    type: 'string',
    enum: ['only'],
  }),
  with_meta: query('with_meta', 'Adds `meta` to each resource.', {
    type: 'string',
    enum: ['0', '1'],
    default: '0',
  }),
  sign: query(
    'sign',
    'Adds `meta.signed` to each resource: URLs that need no key for so many seconds. Needs the permission `read`.',
    { type: 'integer', minimum: 1, maximum: 604_800 },
  ),
  variant: query('variant', 'The variant instead of the original.', {
    type: 'string',
    examples: ['thumbnail', 'optimized'],
  }),
}

/** The parameters of a signed URL, which only the service can make. */
export const SIGNED_URL_PARAMETERS: readonly object[] = [
  query('expires', 'Of a signed URL: when it expires, in Unix seconds.', {
    type: 'integer',
    minimum: 1,
  }),
  query('v', 'Of a signed URL: version of the scheme, secret and tenant.', { type: 'string' }),
]

/** The description of each request header. */
export const REQUEST_HEADERS: Readonly<Record<RequestHeader, object>> = {
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'A new quoted string for each upload, such as a UUID: a retry with the same key and the same files ' +
      'within 24 hours is the same 201, and stores nothing twice. With other files: 422.',
    schema: { type: 'string', minLength: 1, examples: ['"8e03978e-40d5-43dd-bc93-6894a57f9324"'] },
  },
}

function inPath(name: string, description: string): object {
  return {
    name,
    in: 'path',
    required: true,
    description,
    schema: { type: 'string', format: 'uuid' },
  }
}

function query(name: string, description: string, schema: object): object {
  return { name, in: 'query', required: false, description, schema }
}
