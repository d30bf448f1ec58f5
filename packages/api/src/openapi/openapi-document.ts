import type { StoreLimits } from '@stowage/core/types'
import { API_ERRORS, type ApiErrorCode } from '../errors/api-error-codes.ts'
import { JSON_API } from '../http/headers/accept.ts'
import type { DescribedRoute } from './described-route.ts'
import {
  PATH_PARAMETERS,
  QUERY_PARAMETERS,
  REQUEST_HEADERS,
  SIGNED_URL_PARAMETERS,
  variantParameter,
} from './parameters.ts'
import { schemasFor } from './schemas.ts'
import { usedSchemas } from './used-schemas.ts'

const BODY_TYPES = {
  json: ['application/json', JSON_API],
  multipart: ['multipart/form-data'],
  file: ['multipart/form-data'],
  bytes: ['application/offset+octet-stream', 'application/partial-upload'],
} as const

const BYTES = { '*/*': { schema: { type: 'string', format: 'binary' } } } as const

/** What else a route answers that streams. */
const EVENT_STREAM = {
  'text/event-stream': {
    schema: { type: 'string', description: 'Messages, each with an `Event`.' },
  },
} as const

/** Groups of operations, as generated clients and pages show them. */
const TAGS = [
  { name: 'assets', description: 'Records of files: upload, list, change, trash, delete.' },
  { name: 'uploads', description: 'Uploads that survive interruptions: begin, append, give up.' },
  { name: 'upload-tickets', description: 'Short-lived tokens with which browsers upload.' },
  { name: 'folders', description: 'Where assets lie: create, list, rename, move, delete.' },
  { name: 'files', description: 'The bytes of files.' },
  { name: 'keys', description: 'API keys: list, create, revoke.' },
  { name: 'jobs', description: 'Work in the background: list, retry, discard.' },
  { name: 'events', description: 'What happened, in the order of the commits.' },
  { name: 'webhooks', description: 'URLs that are told of events, and what they were told.' },
  { name: 'service', description: 'About the service itself.' },
] as const

const REQUEST_ID = { $ref: '#/components/headers/XRequestId' }

const REDIRECT_OF_EXTERNAL_ID = {
  description: "The asset's own URL, if the service takes external ids in the place of ids.",
  headers: {
    'X-Request-Id': REQUEST_ID,
    Location: textHeader('A path of the same host, or a URL.'),
  },
}

const REDIRECT_OF_FORM = {
  description: 'Stored; the form had `redirect_to`, and the service follows it.',
  headers: { 'X-Request-Id': REQUEST_ID, Location: textHeader('The path that the form named.') },
}

/**
 * The OpenAPI 3.1 description of the routes, made from the same table that serves them. `variants`: the names of those
 * that the store makes.
 */
export function openApiDocument(
  routes: readonly DescribedRoute[],
  root: string,
  limits: Pick<StoreLimits, 'idsPerRequest'>,
  variants: readonly string[] = [],
): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const route of routes) {
    const item = paths[route.path] ?? {}
    item[route.method.toLowerCase()] = operationOf(route, variants)
    paths[route.path] = item
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Media Asset Service API',
      version: '1.0.0',
      description: '`HEAD` is answered wherever `GET` is.',
    },
    servers: [{ url: root }],
    tags: TAGS,
    security: [{ apiKey: [] }],
    paths,
    components: {
      schemas: usedSchemas(paths, schemasFor(limits)),
      headers: {
        XRequestId: {
          description: "The request's own X-Request-Id when it is usable, else a new one.",
          schema: { type: 'string' },
        },
      },
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer' },
        uploadTicket: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token of an upload ticket, `stt_…`.',
        },
        signedUrl: {
          type: 'apiKey',
          in: 'query',
          name: 'signature',
          description: 'Of a signed URL, with `expires` and `v`: see `meta.signed`.',
        },
      },
    },
  }
}

function operationOf(route: DescribedRoute, variants: readonly string[]): object {
  const { path, query, operation } = route
  const { id, summary, description, headers = [], body } = operation
  const variables = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name)
  const parameters = [
    ...variables.map((name) => PATH_PARAMETERS[name]),
    ...query.map((name) =>
      name === 'variant'
        ? variantParameter(variants)
        : (route.parameters?.[name] ?? QUERY_PARAMETERS[name]),
    ),
    ...(route.signedAs === undefined ? [] : SIGNED_URL_PARAMETERS),
    ...headers.map((name) => REQUEST_HEADERS[name]),
  ]
  return {
    operationId: id,
    tags: [tagOf(path)],
    summary,
    ...(description !== undefined && { description }),
    ...(route.openedBy === 'nature' && { security: [] }),
    ...(route.signedAs !== undefined && { security: [{ apiKey: [] }, { signedUrl: [] }] }),
    ...(route.byTicket !== undefined && { security: [{ apiKey: [] }, { uploadTicket: [] }] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: body.optional !== true,
        content: {
          ...contentOf(BODY_TYPES[body.type], body.schema),
          ...(body.type === 'file' && BYTES),
        },
      },
    }),
    responses: {
      ...successOf(operation.success, isUploadForm(operation), route),
      ...errorsOf(codesOf(route)),
    },
  }
}

/** Whether a form without script may send it. */
function isUploadForm({ body }: DescribedRoute['operation']): boolean {
  return body?.schema === 'AssetUpload' || body?.schema === 'BulkUpload'
}

function tagOf(path: string): (typeof TAGS)[number]['name'] {
  if (path.startsWith('/assets')) return 'assets'
  if (path.startsWith('/upload-tickets')) return 'upload-tickets'
  if (path.startsWith('/uploads')) return 'uploads'
  if (path.startsWith('/folders')) return 'folders'
  if (path.startsWith('/keys')) return 'keys'
  if (path.startsWith('/jobs')) return 'jobs'
  if (path.startsWith('/events')) return 'events'
  if (path.startsWith('/webhooks')) return 'webhooks'
  return path.startsWith('/files') ? 'files' : 'service'
}

function contentOf(types: readonly string[], schema: string): object {
  const media = { schema: { $ref: `#/components/schemas/${schema}` } }
  return Object.fromEntries(types.map((type) => [type, media]))
}

function successOf(
  { status, description, whenThere, content }: DescribedRoute['operation']['success'],
  isForm: boolean,
  { byExternalId, streams }: Pick<DescribedRoute, 'byExternalId' | 'streams'>,
): Readonly<Record<string, object>> {
  if (content === 'file') return fileResponses(description)
  const headers = {
    'X-Request-Id': REQUEST_ID,
    ...(status === 201 &&
      isVersioned(content) && { Location: textHeader('URL of the new resource.') }),
    ...(isVersioned(content) && {
      ETag: textHeader('Of this version of the resource, for `If-Match`.'),
    }),
  }
  const answer = {
    headers,
    ...(content !== null && {
      content: { ...contentOf([JSON_API], content), ...(streams && EVENT_STREAM) },
    }),
  }
  return {
    ...(whenThere !== undefined && { 200: { description: whenThere, ...answer } }),
    [status]: { description, ...answer },
    ...(byExternalId !== undefined && { 302: REDIRECT_OF_EXTERNAL_ID }),
    ...(isForm && { 303: REDIRECT_OF_FORM }),
  }
}

/** Whether the answer is one resource whose changes can be conditional. */
function isVersioned(content: string | null): boolean {
  return content === 'AssetDocument' || content === 'FolderDocument'
}

function fileResponses(description: string): Readonly<Record<string, object>> {
  const validators = {
    'X-Request-Id': REQUEST_ID,
    ETag: textHeader('Strong; from the hash of the bytes.'),
    'Last-Modified': textHeader('When the asset was changed last, its bytes or its data.'),
  }
  const headers = {
    ...validators,
    'Accept-Ranges': textHeader('`bytes`'),
    'Content-Disposition': textHeader('After RFC 6266, with the name of the asset.'),
  }
  const content = BYTES
  return {
    200: { description, headers, content },
    206: {
      description: 'The range asked for.',
      headers: { ...headers, 'Content-Range': textHeader('After RFC 9110.') },
      content,
    },
    302: {
      description:
        'Where the file can be fetched for a while, if files are delivered so. With an external id in the place of the ' +
        "id, if the service takes it: the asset's own URL.",
      headers: {
        'X-Request-Id': REQUEST_ID,
        Location: textHeader('A URL that needs no key and expires, or a path of the same host.'),
      },
    },
    304: { description: 'The copy of the client is still good.', headers: validators },
  }
}

function textHeader(description: string): object {
  return { description, schema: { type: 'string' } }
}

/** The errors that the route names, and those that every route of its kind can answer with. */
function codesOf({
  method,
  permission,
  openedBy,
  operation,
}: DescribedRoute): ReadonlySet<ApiErrorCode> {
  const { body, success, errors } = operation
  return new Set<ApiErrorCode>([
    ...(body ? (['malformed_request', 'request_timeout'] as const) : []),
    'invalid_parameter',
    ...(openedBy === 'nature' ? [] : (['unauthenticated'] as const)),
    ...(permission === null ? [] : (['forbidden'] as const)),
    ...(method === 'GET' ? [] : (['cross_origin'] as const)),
    ...(success.content === 'file' ? [] : (['not_acceptable'] as const)),
    ...(body ? (['body_too_large', 'unsupported_media_type', 'invalid_body'] as const) : []),
    ...errors,
    'too_many_headers',
    'internal_error',
    ...(body ? (['coding_not_implemented'] as const) : []),
    'unavailable',
  ])
}

function errorsOf(codes: ReadonlySet<ApiErrorCode>): Readonly<Record<string, object>> {
  const byStatus = new Map<number, ApiErrorCode[]>()
  for (const code of codes) {
    const { status } = API_ERRORS[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      {
        description: group.map((code) => `\`${code}\`: ${API_ERRORS[code].title}.`).join(' '),
        headers: { 'X-Request-Id': REQUEST_ID, ...errorHeaders(status) },
        content: contentOf([JSON_API], 'ErrorDocument'),
      },
    ]),
  )
}

function errorHeaders(status: number): Readonly<Record<string, object>> {
  switch (status) {
    case 401:
      return { 'WWW-Authenticate': textHeader('`Bearer`, after RFC 6750.') }
    case 416:
      return { 'Content-Range': textHeader('`bytes */<size>`') }
    case 429:
    case 503:
      return { 'Retry-After': textHeader('Seconds to wait.') }
    default:
      return {}
  }
}
