import { MAX_PER_PAGE } from '@stowage/core/ports'
import { API_ERRORS } from '../errors/api-error-codes.ts'

/** Names under `components.schemas`. */
export type SchemaName =
  | 'Asset'
  | 'AssetAttributes'
  | 'AssetMeta'
  | 'SignedUrls'
  | 'AssetDocument'
  | 'AssetsDocument'
  | 'AssetCollection'
  | 'AssetUpload'
  | 'BulkUpload'
  | 'AssetIds'
  | 'AssetUpdate'
  | 'UploadTicketRequest'
  | 'UploadTicketDocument'
  | 'UploadTicket'
  | 'ErrorDocument'
  | 'Error'
  | 'Description'

const ref = (name: string): { readonly $ref: string } => ({ $ref: `#/components/schemas/${name}` })
const uuid = { type: 'string', format: 'uuid' } as const
const dateTime = {
  type: 'string',
  format: 'date-time',
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{6}Z$',
} as const
const uri = { type: 'string', format: 'uri' } as const
const text = { type: 'string' } as const
const uploadTickets = { type: 'string', const: 'upload-tickets' } as const
const assets = { type: 'string', const: 'assets' } as const
const nullable = <T extends { readonly type: string }>({ type, ...rest }: T): object => ({
  type: [type, 'null'],
  ...rest,
})
const count = { type: 'integer', minimum: 0 } as const
const position = nullable({ type: 'integer', minimum: 1 })
/** `format` is what generators of clients go by, `contentMediaType` what JSON Schema 2020-12 knows. */
const file = {
  type: 'string',
  format: 'binary',
  contentMediaType: 'application/octet-stream',
} as const

/** A text field of upload forms. */
const redirectTo = {
  ...text,
  pattern: '^/(?!/)[^\\\\]*$',
  maxLength: 2048,
  description:
    'Path of the same origin: 303 to it in place of 201, where the service has this enabled.',
}

const seconds = { type: 'integer', minimum: 1, maximum: 86_400 } as const
const fileCount = { type: 'integer', minimum: 1, maximum: 10_000 } as const
const byteCount = { type: 'integer', minimum: 1 } as const
const allow = {
  type: ['array', 'null'],
  items: { ...text, maxLength: 255, examples: ['image/*', 'application/pdf'] },
  maxItems: 100,
  description: 'Types that files may have, besides those of the service.',
} as const

/** An object that has exactly these members, except for the optional ones all of them. */
function exactly(
  properties: Readonly<Record<string, object>>,
  optional: readonly string[] = [],
): object {
  const required = Object.keys(properties).filter((name) => !optional.includes(name))
  return { type: 'object', properties, required, additionalProperties: false }
}

/** What each schema is, for readers and for the clients that are made from it. */
const DESCRIPTIONS: Readonly<Record<SchemaName, string>> = {
  Asset: 'A stored file with its record.',
  AssetAttributes: 'What is known of a file, and where it is served.',
  AssetMeta: 'Further facts, shown with `with_meta=1`; and signed URLs, with `sign`.',
  SignedUrls: 'URLs of a file that need no key until they expire.',
  AssetDocument: 'One asset.',
  AssetsDocument: 'Several assets, in the order of their files.',
  AssetCollection: 'One page of assets.',
  AssetUpload: 'A form with one file.',
  BulkUpload: 'A form with several files.',
  AssetIds: 'The assets that a bulk route is about.',
  AssetUpdate: 'What is to change of an asset.',
  UploadTicketRequest: 'What an upload ticket is to allow.',
  UploadTicketDocument: 'A new upload ticket.',
  UploadTicket: 'A token with which a browser uploads.',
  ErrorDocument: 'Why a request was refused.',
  Error: 'One thing that is wrong with a request.',
  Description: 'An OpenAPI 3.1 document.',
}

const SHAPES: Readonly<Record<SchemaName, object>> = {
  Asset: exactly(
    {
      id: uuid,
      type: assets,
      attributes: ref('AssetAttributes'),
      meta: ref('AssetMeta'),
    },
    ['meta'],
  ),
  AssetAttributes: exactly({
    name: { type: 'string', minLength: 1, description: 'File name.' },
    type: { type: 'string', enum: ['image', 'video', 'audio', 'document', 'archive', 'other'] },
    extension: { type: 'string', minLength: 1, description: 'Without dot, of the detected type.' },
    mime_type: { type: 'string', pattern: '^[^/;\\s]+/[^/;\\s]+$', description: 'Detected.' },
    size: { ...count, description: 'Bytes.' },
    folder_id: nullable(text),
    created_at: dateTime,
    updated_at: dateTime,
    width: { ...nullable(count), description: 'Pixels, as displayed.' },
    height: { ...nullable(count), description: 'Pixels, as displayed.' },
    duration_seconds: {
      ...nullable({ type: 'number', minimum: 0 }),
      description: 'Of audio and video.',
    },
    optimized_size: { ...nullable(count), description: 'Bytes of the optimized version.' },
    is_favourite: { ...nullable({ type: 'boolean' }), description: 'Null in answers to uploads.' },
    status: {
      type: 'string',
      enum: ['ready', 'processing', 'failed'],
      description: '`ready`: the file can be served.',
    },
    public_file_id: uuid,
    url: uri,
    thumbnail_url: nullable(uri),
    download_url: uri,
  }),
  AssetMeta: exactly(
    {
      sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' },
      created_by: nullable(text),
      trashed_at: nullable(dateTime),
      signed: { ...ref('SignedUrls'), description: 'Only with `sign`. The others: `with_meta=1`.' },
    },
    ['sha256', 'created_by', 'trashed_at', 'signed'],
  ),
  SignedUrls: exactly({
    url: uri,
    thumbnail_url: nullable(uri),
    download_url: uri,
    expires_at: dateTime,
  }),
  AssetDocument: exactly({ data: ref('Asset') }),
  AssetsDocument: exactly({ data: { type: 'array', items: ref('Asset') } }),
  AssetCollection: exactly({
    data: { type: 'array', items: ref('Asset') },
    links: exactly({ first: uri, last: uri, prev: nullable(uri), next: nullable(uri) }),
    meta: exactly({
      current_page: { type: 'integer', minimum: 1 },
      from: position,
      last_page: { type: 'integer', minimum: 1 },
      path: uri,
      per_page: { type: 'integer', minimum: 1, maximum: MAX_PER_PAGE },
      to: position,
      total: count,
    }),
  }),
  AssetUpload: {
    type: 'object',
    properties: {
      sha256: { ...text, description: 'SHA-256 that the file must have, in hex. Before the file.' },
      redirect_to: redirectTo,
      file,
    },
    required: ['file'],
  },
  BulkUpload: {
    type: 'object',
    properties: {
      redirect_to: redirectTo,
      'files[]': { type: 'array', items: file, minItems: 1 },
    },
    required: ['files[]'],
  },
  AssetIds: {
    type: 'object',
    properties: {
      asset_ids: { type: 'array', items: uuid, minItems: 1 },
    },
    required: ['asset_ids'],
  },
  AssetUpdate: {
    type: 'object',
    properties: {
      data: {
        type: 'object',
        properties: {
          type: assets,
          id: uuid,
          attributes: {
            type: 'object',
            properties: {
              name: { type: 'string', minLength: 1 },
              is_favourite: { type: 'boolean' },
            },
            additionalProperties: false,
          },
        },
        required: ['type', 'id'],
        additionalProperties: false,
      },
    },
    required: ['data'],
    additionalProperties: false,
  },
  UploadTicketRequest: exactly({
    data: exactly(
      {
        type: uploadTickets,
        attributes: exactly(
          {
            expires_in: { ...seconds, description: 'Seconds; 900 when left out.' },
            max_files: { ...fileCount, description: '1 when left out.' },
            max_bytes: { ...byteCount, description: 'Of all files together.' },
            allow,
          },
          ['expires_in', 'max_files', 'max_bytes', 'allow'],
        ),
      },
      ['attributes'],
    ),
  }),
  UploadTicketDocument: exactly({ data: ref('UploadTicket') }),
  UploadTicket: exactly({
    id: text,
    type: uploadTickets,
    attributes: exactly({
      token: {
        ...text,
        pattern: '^stt_',
        description: 'Bearer token of the upload routes alone. Shown once.',
      },
      expires_at: dateTime,
      expires_in: { ...seconds, description: 'Seconds from its making to `expires_at`.' },
      max_files: fileCount,
      max_bytes: { ...byteCount, description: 'Of all files together.' },
      allow,
    }),
  }),
  ErrorDocument: exactly({ errors: { type: 'array', items: ref('Error'), minItems: 1 } }),
  Error: exactly(
    {
      id: { ...text, description: 'The request id. Name it when you report the error.' },
      status: { type: 'string', pattern: '^[45]\\d\\d$' },
      code: { type: 'string', enum: Object.keys(API_ERRORS) },
      title: text,
      detail: { ...text, description: 'What to do about it.' },
      source: {
        oneOf: [
          exactly({ pointer: text }),
          exactly({ parameter: text }),
          exactly({ header: text }),
        ],
      },
      meta: { type: 'object', additionalProperties: true },
    },
    ['source', 'meta'],
  ),
  Description: {
    type: 'object',
    properties: { openapi: text, info: { type: 'object' }, paths: { type: 'object' } },
    required: ['openapi', 'info', 'paths'],
    additionalProperties: true,
  },
}

/** Every shape that goes over the wire, as JSON Schema 2020-12. */
export const SCHEMAS: Readonly<Record<string, object>> = Object.fromEntries(
  Object.entries(SHAPES).map(([name, shape]) => [
    name,
    { description: DESCRIPTIONS[name as SchemaName], ...shape },
  ]),
)
