import { MAX_MATCHES } from '@stowage/core/internal'
import type { StoreLimits } from '@stowage/core/types'
import { ASSET_SCHEMAS, assetsType } from '../assets/asset-schemas.ts'
import { OWN_DATA_FIELDS, OWN_DATA_SCHEMAS } from '../assets/own-data-schemas.ts'
import { API_ERRORS } from '../errors/api-error-codes.ts'
import { EVENT_SCHEMAS } from '../events/event-schemas.ts'
import { FILTER_SCHEMA } from '../finding/filter-schemas.ts'
import { FOLDER_SCHEMAS } from '../folders/folder-schemas.ts'
import { JOB_SCHEMAS } from '../jobs/job-schemas.ts'
import { KEY_SCHEMAS } from '../keys/key-schemas.ts'
import { UPLOAD_SCHEMAS } from '../resumable/upload-schemas.ts'
import { TICKET_SCHEMAS } from '../tickets/ticket-schemas.ts'
import { WEBHOOK_SCHEMAS } from '../webhooks/webhook-schemas.ts'
import {
  count,
  exactly,
  folderId,
  ref,
  requestBody,
  requestDocument,
  text,
  uri,
  uuid,
} from './schema-parts.ts'
import { typedName } from './text-schemas.ts'

/** Names under `components.schemas`. */
export type SchemaName =
  | keyof typeof ASSET_SCHEMAS
  | keyof typeof EVENT_SCHEMAS
  | keyof typeof FOLDER_SCHEMAS
  | keyof typeof KEY_SCHEMAS
  | keyof typeof JOB_SCHEMAS
  | keyof typeof TICKET_SCHEMAS
  | keyof typeof UPLOAD_SCHEMAS
  | keyof typeof WEBHOOK_SCHEMAS
  | 'AssetUpload'
  | 'BulkUpload'
  | 'UrlUpload'
  | 'ContentReplacement'
  | 'AssetCopy'
  | 'AssetIds'
  | 'FilterDocument'
  | 'AssetSelection'
  | 'AssetMove'
  | 'AssetTagging'
  | 'AssetMarking'
  | 'AssetUpdate'
  | 'ErrorDocument'
  | 'Error'
  | 'Description'

/** How often each id may come, on average, in a request with the most different ids. */
const REPETITIONS = 10

/** Generators of clients read `format`; JSON Schema 2020-12 knows `contentMediaType`. */
const file = {
  type: 'string',
  format: 'binary',
  contentMediaType: 'application/octet-stream',
} as const

/** Text fields of upload forms. */
const sha256 = {
  ...text,
  pattern: '^[0-9A-Fa-f]{64}$',
  description: 'SHA-256 that the file must have, in hex. Before the file.',
}
const redirectTo = {
  ...text,
  pattern: '^/(?!/)[^\\\\]*$',
  maxLength: 2048,
  description:
    'Path of the same origin: 303 to it in place of 201, where the service has this enabled.',
}

/** What each schema is, for readers and for generated clients. */
const DESCRIPTIONS: Readonly<Record<SchemaName, string>> = {
  Asset: 'A stored file with its record.',
  AssetAttributes: 'What is known of a file, and where it is served.',
  AssetMeta: 'Further facts, shown with `with_meta=1`; and signed URLs, with `sign`.',
  AssetOwnData: 'What people and the app say about an asset.',
  EmbeddedFacts:
    'What a file says of itself, as cameras and editors wrote it. Stowage does not check it.',
  SignedUrls: 'URLs of a file that need no key until they expire.',
  AssetDocument: 'One asset.',
  AssetsDocument: 'Several assets, in the order of their files.',
  AssetList: 'One page of assets: by its number, or by a cursor.',
  AssetCollection: 'One page of assets by its number.',
  AssetCursorCollection: 'One page of assets by a cursor.',
  AssetUpload: 'A form with one file.',
  BulkUpload: 'A form with several files.',
  UrlUpload: 'The URL of a file, and how it is stored.',
  ContentReplacement: 'A form with the file that an asset gets.',
  AssetCopy: 'How the copy of an asset is stored.',
  AssetIds: 'The assets that a bulk route is about.',
  FilterDocument: 'Which assets. Every member must hold; of several values in a list, any.',
  AssetSelection: 'The assets that a bulk route is about, by their ids or by a filter.',
  AssetMove: 'Assets, and the folder that they are moved into.',
  AssetTagging: 'Assets, and the tags that they get and lose.',
  AssetMarking: 'Assets, and whether they are favourites.',
  AssetUpdate: 'What is to change of an asset.',
  Folder: 'A folder that assets lie in.',
  FolderDocument: 'One folder.',
  FolderCollection: 'One page of folders.',
  FolderRequest: 'A new folder.',
  FolderUpdate: 'What is to change of a folder.',
  Usage: 'What a tenant has stored.',
  UsageDocument: 'The usage of the tenant of the caller.',
  ApiKey: 'A key of the API, without its token.',
  ApiKeyCollection: 'One page of API keys.',
  Event: 'Something that happened.',
  EventList: 'One page of events, in the order of their commits.',
  ApiKeyRequest: 'What a new API key is to allow.',
  NewApiKey: 'A new API key, with its token.',
  NewApiKeyDocument: 'A new API key.',
  Job: 'Work that the service does in the background.',
  JobCollection: 'One page of jobs.',
  Webhook: 'A URL that is told of events.',
  WebhookCollection: 'One page of webhooks.',
  WebhookDocument: 'One webhook.',
  WebhookRequest: 'A new webhook.',
  WebhookUpdate: 'What is to change of a webhook.',
  NewWebhook: 'A webhook with its new secret.',
  NewWebhookDocument: 'A webhook with its new secret.',
  Upload: 'An upload whose bytes come over several requests.',
  UploadBytes: 'Bytes of a file.',
  UploadDocument: 'One upload.',
  UploadCollection: 'One page of uploads.',
  WebhookReplay: 'Which events are sent again.',
  WebhookPing: 'What a webhook answered to a ping.',
  WebhookPingDocument: 'What a webhook answered to a ping.',
  WebhookDelivery: 'One event for one webhook.',
  WebhookDeliveryCollection: 'One page of deliveries.',
  WebhookDeliveryDocument: 'One delivery.',
  UploadTicketRequest: 'What an upload ticket is to allow.',
  UploadTicketDocument: 'A new upload ticket.',
  UploadTicket: 'A token with which a browser uploads.',
  ErrorDocument: 'Why a request was refused.',
  Error: 'One thing that is wrong with a request.',
  Description: 'An OpenAPI 3.1 document.',
}

const { tags } = OWN_DATA_SCHEMAS
/** At least one tag to add or to remove. */
const SOME_TAG = {
  not: {
    properties: { add: { maxItems: 0 }, remove: { maxItems: 0 } },
  },
}

/** The schemas of bulk requests. A repeated id counts once. */
function bulkShapes(idsPerRequest: number) {
  const asset_ids = {
    type: 'array',
    items: uuid,
    minItems: 1,
    maxItems: REPETITIONS * idsPerRequest,
    description: `At most ${idsPerRequest} different ones. One that comes twice counts once.`,
  }
  const expected = { ...count, maximum: MAX_MATCHES, description: 'How many match.' }
  /** Assets by their ids or by a filter, and the change to them. */
  const selected = (change: Readonly<Record<string, object>>, optional?: readonly string[]) => [
    requestBody({ asset_ids, ...change }, optional),
    requestBody({ filter: ref('FilterDocument'), expected, ...change }, optional),
  ]
  return {
    AssetIds: requestBody({ asset_ids }),
    AssetSelection: { anyOf: selected({}) },
    AssetMove: { anyOf: selected({ folder_id: folderId }) },
    AssetTagging: { anyOf: selected({ add: tags, remove: tags }, ['add', 'remove']), ...SOME_TAG },
    AssetMarking: { anyOf: selected({ is_favourite: { type: 'boolean' } }) },
  }
}

const SHAPES: Readonly<Record<Exclude<SchemaName, keyof ReturnType<typeof bulkShapes>>, object>> = {
  ...ASSET_SCHEMAS,
  AssetUpload: {
    type: 'object',
    properties: {
      sha256,
      redirect_to: redirectTo,
      ...OWN_DATA_FIELDS,
      file,
    },
    required: ['file'],
  },
  BulkUpload: {
    type: 'object',
    properties: {
      redirect_to: redirectTo,
      ...OWN_DATA_FIELDS,
      'files[]': { type: 'array', items: file, minItems: 1 },
    },
    required: ['files[]'],
  },
  UrlUpload: requestBody(
    {
      url: {
        ...uri,
        pattern: '^[Hh][Tt][Tt][Pp][Ss]?://',
        maxLength: 8192,
        description: 'Of http or https, without user name.',
      },
      name: { ...text, description: 'When left out: what the host or the URL says.' },
      folder_id: folderId,
    },
    ['name', 'folder_id'],
  ),
  ContentReplacement: { type: 'object', properties: { sha256, file }, required: ['file'] },
  AssetCopy: requestBody({ name: text, folder_id: folderId }, ['name', 'folder_id']),
  FilterDocument: FILTER_SCHEMA,
  AssetUpdate: requestDocument(
    {
      type: assetsType,
      id: uuid,
      attributes: exactly(
        {
          name: typedName,
          is_favourite: { type: 'boolean' },
          folder_id: folderId,
        },
        ['name', 'is_favourite', 'folder_id'],
      ),
      meta: ref('AssetOwnData'),
    },
    ['attributes', 'meta'],
  ),
  ...FOLDER_SCHEMAS,
  ...KEY_SCHEMAS,
  ...JOB_SCHEMAS,
  ...EVENT_SCHEMAS,
  ...TICKET_SCHEMAS,
  ...UPLOAD_SCHEMAS,
  ...WEBHOOK_SCHEMAS,
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

/** Every shape that goes over the wire, as JSON Schema 2020-12. Bulk requests may name up to `idsPerRequest` assets. */
export function schemasFor({
  idsPerRequest,
}: Pick<StoreLimits, 'idsPerRequest'>): Readonly<Record<SchemaName, object>> {
  const shapes: Readonly<Record<SchemaName, object>> = { ...SHAPES, ...bulkShapes(idsPerRequest) }
  const described = Object.entries(shapes).map(([name, shape]) => [
    name,
    { description: DESCRIPTIONS[name as SchemaName], ...shape },
  ])
  return Object.fromEntries(described) as Record<SchemaName, object>
}
