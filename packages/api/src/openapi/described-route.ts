import type { Permission } from '@stowage/core'
import type { ApiErrorCode } from '../errors/api-error-codes.ts'
import type { QueryParameter } from '../http/query/query.ts'
import type { SchemaName } from './schemas.ts'

/** A route without its handler: what the OpenAPI document says of it. */
export interface DescribedRoute {
  /** `GET` also answers `HEAD`. */
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/api/v1`. At most two segments are variable: `/assets/{assetId}`. */
  readonly path: string
  /** What the key must allow; `null` when any key will do. */
  readonly permission: Permission | null
  /** What the key must allow besides. */
  readonly alsoPermission?: Permission
  /** Which option opens the route to callers without a key; `nature` when it never needs one. */
  readonly openedBy?: 'files' | 'publicDescription' | 'nature'
  /** The option without which there is no such route. */
  readonly onlyWith?: 'fromUrl'
  /** Whether there is such a route only where the store keeps a change feed, has webhooks, or takes resumable uploads. */
  readonly needs?: 'events' | 'webhooks' | 'uploads'
  /** Whether it also answers `Accept: text/event-stream`. */
  readonly streams?: true
  /** Whether an upload ticket opens it, too; `late`: also one that has expired since. Default: it does not. */
  readonly byTicket?: true | 'late'
  /** What a signed URL may open it as, without a key. */
  readonly signedAs?: 'content' | 'download'
  /** The action on the asset, where the variable segment may be an external id; see `externalIdUrls`. */
  readonly byExternalId?: 'get' | 'content' | 'download'
  /** The form of its variable segment: a UUID, unless it is the id of an API key. */
  readonly idForm?: 'key'
  /** The query parameters that it knows. */
  readonly query: readonly QueryParameter[]
  /** Descriptions of parameters that mean something else here. */
  readonly parameters?: Readonly<Partial<Record<QueryParameter, object>>>
  readonly operation: Operation
}

/** A header that a handler looks at. */
export type RequestHeader =
  | 'Content-Disposition'
  | 'Idempotency-Key'
  | 'If-Match'
  | 'Last-Event-ID'
  | 'Stowage-On-Duplicate'
  | 'Tus-Resumable'
  | 'Upload-Checksum'
  | 'Upload-Complete'
  | 'Upload-Concat'
  | 'Upload-Defer-Length'
  | 'Upload-Length'
  | 'Upload-Metadata'
  | 'Upload-Offset'

/** The part of a route that only its description needs. */
interface Operation {
  readonly id: string
  readonly summary: string
  readonly description?: string
  /** The request headers that it knows, besides those of HTTP itself. */
  readonly headers?: readonly RequestHeader[]
  readonly body?: {
    readonly schema: SchemaName
    /** `file`: a form, or the bytes of the file themselves. `bytes`: a part of the bytes of a file. */
    readonly type: 'json' | 'multipart' | 'file' | 'bytes'
    /** Whether it may be left out. Default `false`. */
    readonly optional?: true
  }
  readonly success: {
    readonly status: 200 | 201 | 204
    readonly description: string
    /** What 200 means, on a route that creates something which may already exist. */
    readonly whenThere?: string
    /** `file` for the bytes of an asset, which may also be 206 or 304. */
    readonly content: SchemaName | 'file' | null
  }
  /** Besides those that every route with such a body, permission and content can answer. */
  readonly errors: readonly ApiErrorCode[]
}
