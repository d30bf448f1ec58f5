import type { ApiKeyRecord } from '../model/api-key.ts'
import { CONTENT_ENTRIES, type ContentFieldName } from '../model/asset-fields.ts'
import type { NewContent } from '../model/asset-version.ts'
import type { NewAsset } from './asset-records.ts'
import type { MetadataStore } from './metadata-store.ts'
import type { NewUploadTicket } from './ticket-records.ts'

/** The members that a value must have. Of a union: those that all its forms must have. */
type MembersOf<Value> = {
  [Name in keyof Value]-?: Record<string, never> extends Pick<Value, Name> ? never : Name
}[keyof Value]

/** Each of them by name: the compiler finds the one that is missing here. */
export type Needed<Value> = [Value] extends [string | readonly unknown[]]
  ? null
  : Readonly<Record<MembersOf<Value> & string, true>>

/** The roles whose methods are checked: all. */
export type Roles = Pick<
  MetadataStore,
  | 'assets'
  | 'folders'
  | 'owners'
  | 'apiKeys'
  | 'tickets'
  | 'versions'
  | 'blobs'
  | 'leases'
  | 'sweeps'
  | 'audit'
  | 'erasures'
>

type NeededBy<Method> = Method extends (...args: infer Args) => unknown
  ? Args extends readonly [infer Request, ...unknown[]]
    ? Needed<Request>
    : null
  : never

type NeededByRole<Records> = { readonly [Method in keyof Records]-?: NeededBy<Records[Method]> }

const change = { tenant: true, ids: true } as const
const one = { tenant: true, id: true } as const
const page = { tenant: true, offset: true, limit: true } as const
const field = { tenant: true, ids: true, owner: true } as const
const content = { tenant: true, id: true, version: true, grace: true } as const
const walk = { afterId: true, limit: true } as const

const FACTS = Object.fromEntries(CONTENT_ENTRIES.map(([name]) => [name, true])) as {
  readonly [Name in ContentFieldName]: true
}

/** What a record of an asset must have when it comes. */
export const NEW_ASSET: Needed<NewAsset> = {
  ...FACTS,
  id: true,
  publicFileId: true,
  isFavourite: true,
  folderId: true,
  externalId: true,
  createdBy: true,
  title: true,
  alt: true,
  tags: true,
  metadata: true,
}

/** What a content must have that replaces another one. */
export const NEW_CONTENT: Needed<NewContent> = FACTS

const KEY: Needed<ApiKeyRecord> = {
  ...one,
  name: true,
  permissions: true,
  createdAt: true,
  lastUsedAt: true,
  expiresAt: true,
  revokedAt: true,
  secretHash: true,
}

const TICKET: Needed<NewUploadTicket> = {
  ...one,
  createdBy: true,
  keyId: true,
  files: true,
  bytes: true,
  folderId: true,
  tags: true,
  metadata: true,
  pendingHours: true,
  allow: true,
  secretHash: true,
  lifetime: true,
}

/** What the first argument of each method of the ports must have. `null`: it is a text or a list itself. */
export const NEEDED: { readonly [Role in keyof Roles]: NeededByRole<Roles[Role]> } = {
  assets: {
    insert: { tenant: true, assets: true, keyId: true, quota: true },
    get: {},
    list: { tenant: true, trashed: true, from: true, limit: true },
    update: { ...one, changes: true },
    move: { ...change, folderId: true },
    tag: { ...change, add: true, remove: true },
    setFavourite: { ...change, isFavourite: true },
    keep: change,
    addVariants: { ...one, variants: true, failed: true },
    removeVariants: { ...one, blobKeys: true },
    setTrashed: { ...change, to: true },
    purge: {},
    listAll: walk,
    usage: null,
    usageOf: { tenant: true, parts: true },
    listKey: null,
    listTenants: { after: true, limit: true },
  },
  folders: {
    create: { ...one, name: true, parentId: true },
    get: one,
    list: page,
    usage: change,
    update: { ...one, changes: true },
    delete: one,
  },
  owners: {
    attach: field,
    set: { ...field, unowned: true },
    detach: { ...field, unowned: true },
    detachAll: { tenant: true, owner: true, unowned: true },
    list: { tenant: true, owner: true },
    ownersOf: { ...one, after: true, limit: true },
  },
  apiKeys: {
    create: KEY,
    get: null,
    list: null,
    page,
    update: { ...one, changes: true },
  },
  tickets: { create: TICKET, get: null, revoke: one },
  versions: {
    replace: { ...content, content: true, keyId: true, quota: true },
    restore: { ...content, versionId: true },
    list: null,
    get: null,
    listAll: walk,
    prune: {},
  },
  blobs: {
    reserve: null,
    claim: {},
    recordDeletions: { deleted: true, retryAfter: true },
    filterOrphans: null,
  },
  leases: {
    acquire: { name: true, holder: true, duration: true },
    release: { name: true, holder: true },
  },
  sweeps: { record: { tolerance: true }, pruneExpired: { purgedFor: true, limit: true } },
  audit: {
    list: { tenant: true, order: true, after: true, limit: true },
    prune: { olderThan: true, limit: true },
  },
  erasures: {
    begin: null,
    step: { tenant: true, limit: true },
    end: null,
    scrub: null,
  },
}
