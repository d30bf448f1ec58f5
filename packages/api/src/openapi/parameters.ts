import { DEFAULT_PER_PAGE, MAX_PER_PAGE } from '@stowage/core/internal'
import { FILTER_PARAMETERS } from '../finding/filter-schemas.ts'
import { SORT_NAMES } from '../finding/list-request.ts'
import { type QueryParameter, variantNames } from '../http/query/query.ts'
import { EVENT_ID_PATTERN } from '../http/urls/event-id.ts'
import { JOB_KIND_SCHEMA, JOB_STATES } from '../jobs/job-schemas.ts'
import type { RequestHeader } from './described-route.ts'

const PAGE_SIZE = {
  type: 'integer',
  minimum: 1,
  maximum: MAX_PER_PAGE,
  default: DEFAULT_PER_PAGE,
} as const

/**
 * A quoted string of structured fields (RFC 8941), or visible ASCII without the characters that separate header values.
 */
const IDEMPOTENCY_KEY =
  '^(?:"(?:[ !#-\\[\\]-~]|\\\\["\\\\]){1,255}"|[!#-+\\-.-:<-\\[\\]-~]{1,255})$'

const CURSOR = { type: 'string', minLength: 1, pattern: '^[\\w-]+$' } as const

/** The description of each variable segment of a path. */
export const PATH_PARAMETERS: Readonly<Record<string, object>> = {
  assetId: inPath('assetId', '`id` of the asset.'),
  folderId: inPath('folderId', '`id` of the folder.'),
  uploadId: inPath('uploadId', '`id` of the upload.'),
  keyId: inPath('keyId', '`id` of the key.', { type: 'string', pattern: '^[0-9A-Za-z]{12}$' }),
  jobId: inPath('jobId', '`id` of the job.'),
  webhookId: inPath('webhookId', '`id` of the webhook.'),
  deliveryId: inPath('deliveryId', '`id` of the delivery.'),
  publicFileId: inPath('publicFileId', '`public_file_id` of the asset.'),
}

/** The description of each query parameter. */
export const QUERY_PARAMETERS: Readonly<Record<QueryParameter, object>> = {
  page: query('page', 'Number of the page.', {
    type: 'integer',
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    default: 1,
  }),
  per_page: query('per_page', 'Resources on a page.', PAGE_SIZE),
  'page[size]': query('page[size]', 'Resources on a page that has cursors.', PAGE_SIZE),
  'page[after]': query('page[after]', 'The page behind this cursor of a link.', CURSOR),
  'page[before]': query('page[before]', 'The page before this cursor of a link.', CURSOR),
  ...FILTER_PARAMETERS,
  'filter[trashed]': query('filter[trashed]', 'Lists the trash instead, or both.', {
    type: 'string',
    enum: ['only', 'with'],
  }),
  'filter[parent_id]': query(
    'filter[parent_id]',
    'Folders directly in this one; `null`: those at the top. All when left out.',
    { type: ['string', 'null'], format: 'uuid' },
  ),
  'filter[kind]': query('filter[kind]', 'Jobs of this kind.', JOB_KIND_SCHEMA),
  'filter[state]': query('filter[state]', 'Jobs in this state.', {
    type: 'string',
    enum: JOB_STATES,
  }),
  'filter[asset_id]': query('filter[asset_id]', 'Only events of this asset.', {
    type: 'string',
    format: 'uuid',
  }),
  sort: query('sort', 'By what the list is sorted; with `-` descending. Ties by insertion order.', {
    type: 'string',
    enum: SORT_NAMES,
    default: '-created_at',
  }),
  assets: query(
    'assets',
    'What becomes of the assets in it: they lie in no folder any more, or they are moved to the trash.',
    { type: 'string', enum: ['detach', 'trash'] },
  ),
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
  variant: variantParameter([]),
}

/** The description of `variant`, where the store makes variants of these names. */
export function variantParameter(names: readonly string[]): object {
  return query('variant', 'The variant instead of the original.', {
    type: 'string',
    // No `enum`: it would be in the types of clients, and each service has names of its own.
    pattern: `^(?:${variantNames(names).join('|')})$`,
    examples: ['thumbnail', 'optimized'],
  })
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
/** Of a length or an offset. */
const WHOLE_NUMBER = { type: 'integer', minimum: 0, maximum: 999_999_999_999_999 } as const

function uploadHeader(name: string, description: string, schema: object): object {
  return { name, in: 'header', required: false, description, schema }
}

export const REQUEST_HEADERS: Readonly<Record<RequestHeader, object>> = {
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'A new quoted string for each upload, such as a UUID: a retry with the same key and the same files ' +
      'within 24 hours is the same 201, and stores nothing twice. With other files: 422.',
    schema: {
      type: 'string',
      pattern: IDEMPOTENCY_KEY,
      examples: ['"8e03978e-40d5-43dd-bc93-6894a57f9324"'],
    },
  },
  'Stowage-On-Duplicate': {
    name: 'Stowage-On-Duplicate',
    in: 'header',
    required: false,
    description:
      'What becomes of a file whose bytes are stored already: it is stored once more, the asset there is is answered, or ' +
      'the upload is refused with 409 `duplicate`. 200 in place of 201 when nothing was stored. Only what the uploader may ' +
      'see counts.',
    schema: { type: 'string', enum: ['store', 'return', 'refuse'] },
  },
  'Content-Disposition': {
    name: 'Content-Disposition',
    in: 'header',
    required: false,
    description:
      'What the file is called, where it is the body itself. New content of an asset changes nothing about its name.',
    schema: { type: 'string', examples: ['attachment; filename="notes.md"'] },
  },
  'Tus-Resumable': uploadHeader('Tus-Resumable', 'Clients of tus send it with each request.', {
    type: 'string',
    const: '1.0.0',
  }),
  'Upload-Length': uploadHeader('Upload-Length', 'Bytes of the whole file.', WHOLE_NUMBER),
  'Upload-Defer-Length': uploadHeader(
    'Upload-Defer-Length',
    'In place of `Upload-Length`: it comes with a later request. tus only.',
    { type: 'string', const: '1' },
  ),
  'Upload-Offset': uploadHeader(
    'Upload-Offset',
    'Where the bytes belong: what the last answer, or `HEAD`, said.',
    WHOLE_NUMBER,
  ),
  'Upload-Complete': uploadHeader(
    'Upload-Complete',
    'IETF draft: `?1` when the file ends with this request, else `?0`.',
    { type: 'string', enum: ['?0', '?1'] },
  ),
  'Upload-Metadata': uploadHeader(
    'Upload-Metadata',
    'Pairs of a key and a text in Base64: `filename`, and what a form may say of a file: `folder_id`, `title`, `alt`, ' +
      '`tags`, `metadata`, `external_id`. Others are only told again by `HEAD`.',
    { type: 'string', examples: ['filename cGhvdG8uanBn'] },
  ),
  'Upload-Concat': uploadHeader(
    'Upload-Concat',
    '`partial`; or `final;` and the URLs of finished partial uploads, which are joined. tus only.',
    { type: 'string', examples: ['partial'] },
  ),
  'Upload-Checksum': uploadHeader(
    'Upload-Checksum',
    '`sha1`, `sha256` or `crc32`, a space, and the checksum of the bytes of this request in Base64. tus only.',
    { type: 'string', examples: ['sha1 Kq5sNclPz7QV2+lfQIuc6R7oRu0='] },
  ),
  'Last-Event-ID': {
    name: 'Last-Event-ID',
    in: 'header',
    required: false,
    description: 'The id of the last event that the client of a stream has: it goes on after it.',
    schema: { type: 'string', pattern: `^$|${EVENT_ID_PATTERN}` },
  },
  'If-Match': {
    name: 'If-Match',
    in: 'header',
    required: false,
    description:
      'The `ETag` of the resource as it was read: when it has changed since, the answer is 412 and nothing changes.',
    schema: { type: 'string', minLength: 1, examples: ['"2026-01-31T09:05:00.123456Z"'] },
  },
}

function inPath(
  name: string,
  description: string,
  schema: object = { type: 'string', format: 'uuid' },
): object {
  return {
    name,
    in: 'path',
    required: true,
    description,
    schema,
  }
}

function query(name: string, description: string, schema: object): object {
  return { name, in: 'query', required: false, description, schema }
}
