import type { ApiKeyRecord } from './api-key.ts'
import type { Asset } from './asset.ts'
import type { AuditAction, AuditDetail, AuditNote } from './audit-entry.ts'
import type { Folder } from './folder.ts'
import type { Owner, OwnerField } from './owner.ts'
import type { UploadTicketRecord } from './upload-ticket.ts'

/** What one write notes. */
export type NotesOfWrite = readonly AuditNote[]
/** What a note says of an asset. */
export type NotedAsset = Pick<Asset, 'id' | 'name' | 'size'>
/** A request, as far as every note needs it. */
export interface NotedRequest {
  readonly tenant: string
}

/** What notes need to know of assets that were detached. */
export interface NotedDetachment {
  readonly detached: number
  readonly assetIds: readonly string[]
  readonly trashed: readonly Asset[]
  readonly purged: { readonly assets: readonly Asset[] }
}

/** What each write of the port notes, from its request and its result: the same in every database. */
export const auditNotes = {
  /** Of the assets that are new; none of a repetition. */
  insert: (
    { tenant }: NotedRequest,
    { assets }: { readonly assets: readonly NotedAsset[] },
  ): NotesOfWrite =>
    assets.map(({ id, name, size }) => ofAsset(tenant, 'asset.uploaded', id, { name, size })),

  /** Names the fields. Own data may be long, and may be what somebody wanted gone. */
  update: (
    { tenant, changes }: NotedRequest & { readonly changes: object },
    { asset, changed }: { readonly asset: NotedAsset; readonly changed: boolean },
  ): NotesOfWrite => {
    if (!changed) return []
    const fields = Object.keys(changes).sort()
    return [ofAsset(tenant, 'asset.updated', asset.id, { name: asset.name, fields })]
  },

  replaceContent: (
    { tenant }: NotedRequest,
    { asset, changed }: { readonly asset: NotedAsset; readonly changed: boolean },
  ): NotesOfWrite => {
    const { id, name, size } = asset
    return changed ? [ofAsset(tenant, 'asset.replaced', id, { name, size })] : []
  },

  restoreVersion: (
    { tenant, versionId }: NotedRequest & { readonly versionId: string },
    { asset: { id, name, size } }: { readonly asset: NotedAsset },
  ): NotesOfWrite => [ofAsset(tenant, 'asset.replaced', id, { name, size, versionId })],

  move: (
    { tenant, folderId }: NotedRequest & { readonly folderId: string | null },
    moved: readonly NotedAsset[],
  ): NotesOfWrite =>
    moved.map(({ id, name }) => ofAsset(tenant, 'asset.moved', id, { name, folderId })),

  tag: (
    request: NotedRequest & { readonly add: readonly string[]; readonly remove: readonly string[] },
    tagged: readonly NotedAsset[],
  ): NotesOfWrite => {
    const { tenant, add, remove } = request
    return tagged.map(({ id, name }) => ofAsset(tenant, 'asset.tagged', id, { name, add, remove }))
  },

  setFavourite: ({ tenant }: NotedRequest, changed: readonly NotedAsset[]): NotesOfWrite =>
    changed.map(({ id, name }) =>
      ofAsset(tenant, 'asset.updated', id, { name, fields: ['isFavourite'] }),
    ),

  setTrashed: (
    { tenant, to }: NotedRequest & { readonly to: 'trash' | 'active' },
    moved: readonly NotedAsset[],
  ): NotesOfWrite => {
    const action = to === 'trash' ? 'asset.trashed' : 'asset.restored'
    return moved.map(({ id, name }) => ofAsset(tenant, action, id, { name }))
  },

  purge: (request: object, { assets }: { readonly assets: readonly Asset[] }): NotesOfWrite => {
    const retention = 'trashedFor' in request ? { retention: true } : {}
    return assets.map(({ tenant, id, name, size }) =>
      ofAsset(tenant, 'asset.purged', id, { name, size, ...retention }),
    )
  },

  keep: ({ tenant }: NotedRequest, kept: readonly NotedAsset[]): NotesOfWrite =>
    kept.map(({ id, name }) => ofAsset(tenant, 'asset.kept', id, { name })),

  /** Not those that the field had already. */
  attach: (
    { tenant, owner }: NotedRequest & { readonly owner: OwnerField },
    { attached }: { readonly attached: readonly NotedAsset[] },
  ): NotesOfWrite =>
    attached.map(({ id, name }) => ofAsset(tenant, 'asset.attached', id, { name, owner })),

  /** Not what only changed its place. */
  setAttached: (
    request: NotedRequest & { readonly owner: OwnerField },
    field: NotedDetachment & { readonly attached: readonly NotedAsset[] },
  ): NotesOfWrite => [...auditNotes.attach(request, field), ...auditNotes.detach(request, field)],

  detach: (
    { tenant, owner }: NotedRequest & { readonly owner: OwnerField },
    gone: NotedDetachment,
  ): NotesOfWrite => [
    ...gone.assetIds.map((id) => ofAsset(tenant, 'asset.detached', id, { owner })),
    ...ofUnowned(tenant, gone),
  ],

  detachAll: (
    { tenant, owner }: NotedRequest & { readonly owner: Owner },
    gone: NotedDetachment,
  ): NotesOfWrite => {
    const { detached } = gone
    if (detached === 0) return []
    return [ofTenant(tenant, 'owner.detached', { owner, detached }), ...ofUnowned(tenant, gone)]
  },

  createFolder: ({ tenant }: NotedRequest, folder: Folder): NotesOfWrite => [
    ofTenant(tenant, 'folder.created', namedFolder(folder)),
  ],

  updateFolder: (
    { tenant }: NotedRequest,
    { folder, changed }: { readonly folder: Folder; readonly changed: boolean },
  ): NotesOfWrite => (changed ? [ofTenant(tenant, 'folder.updated', namedFolder(folder))] : []),

  deleteFolder: (
    { tenant }: NotedRequest,
    gone: {
      readonly folders: readonly Folder[]
      readonly trashed: readonly Asset[]
      readonly detached: readonly Asset[]
    },
  ): NotesOfWrite => [
    ...auditNotes.setTrashed({ tenant, to: 'trash' }, gone.trashed),
    ...auditNotes.move({ tenant, folderId: null }, gone.detached),
    ...gone.folders.map((folder) => ofTenant(tenant, 'folder.deleted', namedFolder(folder))),
  ],

  createKey: (
    { key }: { readonly key: Pick<ApiKeyRecord, 'tenant' | 'id' | 'name' | 'permissions'> },
    _result: unknown,
  ): NotesOfWrite => {
    const { tenant, id, name, permissions } = key
    return [ofTenant(tenant, 'key.created', { id, name, permissions })]
  },

  /** That a key was used is no act. */
  updateKey: (
    { tenant, changes }: NotedRequest & { readonly changes: { readonly revokedAt?: string } },
    { id, name }: Pick<ApiKeyRecord, 'id' | 'name'>,
  ): NotesOfWrite =>
    changes.revokedAt === undefined ? [] : [ofTenant(tenant, 'key.revoked', { id, name })],

  createTicket: ({ tenant }: NotedRequest, ticket: UploadTicketRecord): NotesOfWrite => {
    const { id, files, bytes } = ticket
    return [ofTenant(tenant, 'ticket.created', { id, files, bytes })]
  },

  revokeTicket: (
    { tenant }: NotedRequest,
    { id }: Pick<UploadTicketRecord, 'id'>,
  ): NotesOfWrite => [ofTenant(tenant, 'ticket.revoked', { id })],
} as const

/**
 * The notes of a write as every database writes them: by what was done, each by the id of what it was done to. Databases
 * give back what they changed in orders of their own. Not for uploads, which keep the order of their files.
 */
export function inNotedOrder(notes: NotesOfWrite): NotesOfWrite {
  const actions = [...new Set(notes.map(({ action }) => action))]
  const key = ({ assetId, detail }: AuditNote) => assetId ?? String(detail.id ?? '')
  return notes.toSorted((a, b) => {
    const byAction = actions.indexOf(a.action) - actions.indexOf(b.action)
    if (byAction !== 0 || key(a) === key(b)) return byAction
    return key(a) < key(b) ? -1 : 1
  })
}

/** What became of those that no owner has any more. */
function ofUnowned(tenant: string, { trashed, purged }: NotedDetachment): NotesOfWrite {
  return [
    ...auditNotes.setTrashed({ tenant, to: 'trash' }, trashed),
    ...auditNotes.purge({}, purged),
  ]
}

function ofAsset(
  tenant: string,
  action: AuditAction,
  assetId: string,
  detail: AuditDetail,
): AuditNote {
  return { tenant, action, assetId, detail }
}

function ofTenant(tenant: string, action: AuditAction, detail: AuditDetail): AuditNote {
  return { tenant, action, assetId: null, detail }
}

function namedFolder({ id, name, parentId }: Folder): AuditDetail {
  return { id, name, parentId }
}
