import type { ApiKey, Asset, FeedEvent, Folder, UploadTicket } from '@stowage/core'
import { FIELD_ENTRIES } from '@stowage/core/internal'
import {
  type AssetResource,
  assetResource,
  type ResourceContext,
} from '../assets/asset-resource.ts'
import { folderResource } from '../folders/folder-resource.ts'
import { keyResource } from '../keys/key-resource.ts'
import { uploadTicketResource } from '../tickets/upload-ticket-resource.ts'

/** What an event says, by what happened. Records are resources, as they were then. */
export interface EventData {
  readonly asset?: AssetResource
  readonly [member: string]: unknown
}

/** The attributes of an event. */
export interface EventAttributes {
  /** What happened, such as `asset.created`. */
  readonly type: string
  /** UTC with six fractional digits. */
  readonly occurred_at: string
  /** The asset that it happened to; `null` for owners, folders, keys and tickets. */
  readonly asset_id: string | null
  /** `null` once the asset was deleted for good. */
  readonly data: EventData | null
  /** Who did it; `null`: the app itself. Only for those who may `manage`. */
  readonly actor?: string | null
}

/** A JSON:API resource object of an event. */
export interface EventResource {
  /** UUIDv7: a cursor. */
  readonly id: string
  readonly type: 'events'
  readonly attributes: EventAttributes
}

/** An event as clients see it. */
export function eventResource(event: FeedEvent, context: ResourceContext): EventResource {
  const { id, type, at, assetId, actor, data } = event
  const attributes: EventAttributes = {
    type,
    occurred_at: at,
    asset_id: assetId,
    data: data === null ? null : dataOf(data, context),
  }
  const isManager = context.principal?.permissions.includes('manage') === true
  return { id, type: 'events', attributes: isManager ? { ...attributes, actor } : attributes }
}

/** The records among the data of events, and what is shown of them. */
const RECORDS: Readonly<Record<string, (record: never, context: ResourceContext) => unknown>> = {
  asset: (asset: Asset, context) => assetResource(asset, { ...context, signFor: null }),
  folder: (folder: Folder) => folderResource(folder, null),
  key: (key: ApiKey) => keyResource(key),
  ticket: (ticket: UploadTicket) => {
    const { attributes, ...resource } = uploadTicketResource(ticket, '')
    const { token: _, ...shown } = attributes
    return { ...resource, attributes: shown }
  },
  fields: (fields: readonly string[]) => fields.map((name) => COLUMNS.get(name) ?? name),
}

/** What clients call the fields of an asset: as columns. */
const COLUMNS = new Map<string, string>([
  ...FIELD_ENTRIES.map(([name, { column }]) => [name, column] as const),
  ['versionId', 'version_id'],
])

/** Clients know their tenant, and the asset by `asset_id`. */
const LEFT_OUT: ReadonlySet<string> = new Set(['tenant', 'assetId'])

function dataOf(data: object, context: ResourceContext): EventData {
  const members = Object.entries(data).filter(([name]) => !LEFT_OUT.has(name))
  return Object.fromEntries(
    members.map(([name, value]) => [
      COLUMNS.get(name) ?? name,
      RECORDS[name]?.(value as never, context) ?? value,
    ]),
  )
}
