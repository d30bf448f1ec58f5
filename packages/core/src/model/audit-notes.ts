import type { ApiKeyRecord } from './api-key.ts'
import type { Asset } from './asset.ts'
import type { AuditAction, AuditDetail, AuditNote } from './audit-entry.ts'
import type { Folder } from './folder.ts'
import type { UploadTicketRecord } from './upload-ticket.ts'

type Notes = readonly AuditNote[]
type NamedAsset = Pick<Asset, 'id' | 'name' | 'size'>
interface OfTenant {
  readonly tenant: string
}

/** What each write of the port notes, from its request and its result: the same in every database. */
export const auditNotes = {
  /** `stored`: the assets that are new; none of a repetition. */
  insert: ({ tenant }: OfTenant, stored: readonly NamedAsset[]): Notes =>
    stored.map(({ id, name, size }) => ofAsset(tenant, 'asset.uploaded', id, { name, size })),

  /** Names the fields. Own data may be long, and may be what somebody wanted gone. */
  update: (
    { tenant, changes }: OfTenant & { readonly changes: object },
    { asset, changed }: { readonly asset: NamedAsset; readonly changed: boolean },
  ): Notes => {
    if (!changed) return []
    const fields = Object.keys(changes).sort()
    return [ofAsset(tenant, 'asset.updated', asset.id, { name: asset.name, fields })]
  },

  replaceContent: (
    { tenant }: OfTenant,
    { asset, changed }: { readonly asset: NamedAsset; readonly changed: boolean },
  ): Notes => {
    const { id, name, size } = asset
    return changed ? [ofAsset(tenant, 'asset.replaced', id, { name, size })] : []
  },

  restoreVersion: (
    { tenant, versionId }: OfTenant & { readonly versionId: string },
    { asset: { id, name, size } }: { readonly asset: NamedAsset },
  ): Notes => [ofAsset(tenant, 'asset.replaced', id, { name, size, versionId })],

  move: (
    { tenant, folderId }: OfTenant & { readonly folderId: string | null },
    moved: readonly NamedAsset[],
  ): Notes => moved.map(({ id, name }) => ofAsset(tenant, 'asset.moved', id, { name, folderId })),

  tag: (
    request: OfTenant & { readonly add: readonly string[]; readonly remove: readonly string[] },
    tagged: readonly NamedAsset[],
  ): Notes => {
    const { tenant, add, remove } = request
    return tagged.map(({ id, name }) => ofAsset(tenant, 'asset.tagged', id, { name, add, remove }))
  },

  setFavourite: ({ tenant }: OfTenant, changed: readonly NamedAsset[]): Notes =>
    changed.map(({ id, name }) =>
      ofAsset(tenant, 'asset.updated', id, { name, fields: ['isFavourite'] }),
    ),

  setTrashed: (
    { tenant, to }: OfTenant & { readonly to: 'trash' | 'active' },
    moved: readonly NamedAsset[],
  ): Notes => {
    const action = to === 'trash' ? 'asset.trashed' : 'asset.restored'
    return moved.map(({ id, name }) => ofAsset(tenant, action, id, { name }))
  },

  purge: (request: object, { assets }: { readonly assets: readonly Asset[] }): Notes => {
    const retention = 'trashedFor' in request ? { retention: true } : {}
    return assets.map(({ tenant, id, name, size }) =>
      ofAsset(tenant, 'asset.purged', id, { name, size, ...retention }),
    )
  },

  createFolder: ({ tenant }: OfTenant, folder: Folder): Notes => [
    ofTenant(tenant, 'folder.created', namedFolder(folder)),
  ],

  updateFolder: (
    { tenant }: OfTenant,
    { folder, changed }: { readonly folder: Folder; readonly changed: boolean },
  ): Notes => (changed ? [ofTenant(tenant, 'folder.updated', namedFolder(folder))] : []),

  deleteFolder: (
    { tenant }: OfTenant,
    gone: {
      readonly folders: readonly Folder[]
      readonly trashed: readonly Asset[]
      readonly detached: readonly Asset[]
    },
  ): Notes => [
    ...auditNotes.setTrashed({ tenant, to: 'trash' }, gone.trashed),
    ...auditNotes.move({ tenant, folderId: null }, gone.detached),
    ...gone.folders.map((folder) => ofTenant(tenant, 'folder.deleted', namedFolder(folder))),
  ],

  createKey: (
    { key }: { readonly key: Pick<ApiKeyRecord, 'tenant' | 'id' | 'name' | 'permissions'> },
    _result: unknown,
  ): Notes => {
    const { tenant, id, name, permissions } = key
    return [ofTenant(tenant, 'key.created', { id, name, permissions })]
  },

  /** That a key was used is no act. */
  updateKey: (
    { tenant, changes }: OfTenant & { readonly changes: { readonly revokedAt?: string } },
    { id, name }: Pick<ApiKeyRecord, 'id' | 'name'>,
  ): Notes =>
    changes.revokedAt === undefined ? [] : [ofTenant(tenant, 'key.revoked', { id, name })],

  createTicket: ({ tenant }: OfTenant, ticket: UploadTicketRecord): Notes => {
    const { id, files, bytes } = ticket
    return [ofTenant(tenant, 'ticket.created', { id, files, bytes })]
  },

  revokeTicket: ({ tenant }: OfTenant, { id }: Pick<UploadTicketRecord, 'id'>): Notes => [
    ofTenant(tenant, 'ticket.revoked', { id }),
  ],
} as const

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
