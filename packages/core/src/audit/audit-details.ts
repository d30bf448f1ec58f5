import type { StoreEvent, StoreEvents, StoreEventType } from '../events/store-events.ts'
import type { Folder } from '../folders/folder.ts'
import type { AuditDetail, AuditNote } from './audit-entry.ts'

/** The asset that an entry is about, and what else it says. */
interface Said {
  readonly assetId: string | null
  readonly detail: AuditDetail
}

/**
 * What the audit trail keeps of each event. Only names and ids: own data may be long, and may be what somebody wanted
 * deleted.
 */
const DETAILS: { readonly [Type in StoreEventType]: (data: StoreEvents[Type]) => Said } = {
  'asset.created': ({ asset: { id, name, size } }) => ofAsset(id, { name, size }),
  'asset.updated': ({ asset: { id, name }, fields }) => ofAsset(id, { name, fields }),
  'asset.replaced': ({ asset: { id, name, size }, versionId }) =>
    ofAsset(id, versionId === undefined ? { name, size } : { name, size, versionId }),
  'asset.moved': ({ asset: { id, name }, folderId }) => ofAsset(id, { name, folderId }),
  'asset.tagged': ({ asset: { id, name }, add, remove }) => ofAsset(id, { name, add, remove }),
  'asset.trashed': ({ asset: { id, name } }) => ofAsset(id, { name }),
  'asset.restored': ({ asset: { id, name } }) => ofAsset(id, { name }),
  'asset.purged': ({ asset: { id, name, size }, retention }) =>
    ofAsset(id, retention ? { name, size, retention } : { name, size }),
  'asset.kept': ({ asset: { id, name } }) => ofAsset(id, { name }),
  'asset.attached': ({ asset: { id, name }, owner }) => ofAsset(id, { name, owner }),
  'asset.detached': ({ assetId, owner }) => ofAsset(assetId, { owner }),
  'owner.detached': ({ owner, detached }) => ofTenant({ owner, detached }),
  'folder.created': ({ folder }) => ofFolder(folder),
  'folder.updated': ({ folder }) => ofFolder(folder),
  'folder.deleted': ({ folder }) => ofFolder(folder),
  'key.created': ({ key: { id, name, permissions } }) => ofTenant({ id, name, permissions }),
  'key.revoked': ({ key: { id, name } }) => ofTenant({ id, name }),
  'ticket.created': ({ ticket: { id, files, bytes } }) => ofTenant({ id, files, bytes }),
  'ticket.revoked': ({ ticket: { id } }) => ofTenant({ id }),
  'variant.ready': ({ asset: { id, name }, variants }) => ofAsset(id, { name, variants }),
  'variant.failed': ({ asset: { id, name }, variants }) => ofAsset(id, { name, variants }),
  /** No trail has it: that of its tenant is erased too. */
  'tenant.erased': () => ofTenant({}),
}

/** Every `StoreEventType`. */
export const STORE_EVENT_TYPES: readonly StoreEventType[] = Object.keys(DETAILS) as StoreEventType[]

/** The entry that an event leaves. */
export function auditNoteOf({ tenant, type, data }: StoreEvent): AuditNote {
  const said = (DETAILS[type] as (data: StoreEvent['data']) => Said)(data)
  return Object.assign({ tenant, action: type }, said)
}

function ofAsset(assetId: string, detail: AuditDetail): Said {
  return { assetId, detail }
}

function ofTenant(detail: AuditDetail): Said {
  return { assetId: null, detail }
}

function ofFolder({ id, name, parentId }: Folder): Said {
  return ofTenant({ id, name, parentId })
}
