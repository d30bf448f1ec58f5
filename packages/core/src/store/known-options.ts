import type { GetOptions } from '../assets/get-options.ts'
import type { PurgeOptions } from '../assets/purge-options.ts'
import type { PresignedFileOptions, ReadOptions } from '../assets/read-options.ts'
import type { UpdateOptions } from '../assets/update-options.ts'
import type { AuditFilter, ListAuditOptions } from '../audit/audit.ts'
import type { EventsSinceOptions, FollowEventsOptions } from '../feed/change-feed.ts'
import type { AnyListOptions, IterateOptions } from '../finding/list-options.ts'
import type {
  CreateFolderOptions,
  DeleteFolderOptions,
  ListFoldersOptions,
} from '../folders/folders.ts'
import type { ImportOptions } from '../import/import-options.ts'
import { JOB_CALLS, type JobCalls } from '../jobs/job-calls.ts'
import type { CreateKeyOptions, PageOfKeysOptions } from '../keys/keys.ts'
import type { BackupOptions } from '../maintenance/backup/backup-report.ts'
import type { FillVariantsOptions } from '../maintenance/fill-report.ts'
import type { VerifyOptions } from '../maintenance/verify/verify-report.ts'
import type { ChangeMatchingOptions } from '../matching/matching.ts'
import type { CallOptions } from '../options/call-options.ts'
import {
  abortSignal,
  callback,
  flag,
  integer,
  MAX_TIMER,
  numberBetween,
  text,
} from '../options/checks.ts'
import { type KnownOptions, knownOptions } from '../options/known-options.ts'
import { OWN_OPTIONS } from '../own-data/own-data.ts'
import type { AttachedToOptions, AttachUploadsOptions, DetachOptions } from '../owners/owners.ts'
import type { EnsurePictureOptions, PictureOptions } from '../pictures/store-pictures.ts'
import { UPLOAD_CALLS, type UploadCalls } from '../resumable/upload-calls.ts'
import type { ResolveScanOptions } from '../scan/scan-options.ts'
import { checkBaseUrl } from '../signing/file-url.ts'
import type { ContentTagOptions, SignUrlOptions, SignUrlsOptions } from '../signing/store-urls.ts'
import type { EraseTenantOptions } from '../tenants/erase.ts'
import type { CreateTicketOptions, VerifyTicketOptions } from '../tickets/tickets.ts'
import type { UploadManyOptions, UploadOptions } from '../upload/upload-options.ts'
import type { ListTenantsOptions } from '../usage/usage.ts'
import type { CopyAssetOptions, ReplaceContentOptions } from '../versions/content-options.ts'
import { WEBHOOK_CALLS, type WebhookCalls } from '../webhooks/webhook-calls.ts'

/** Seconds; S3 signs for no longer. */
const MAX_PRESIGNED = 604_800

const SIGNAL = { signal: abortSignal } as const

const UPLOAD = {
  ...SIGNAL,
  principal: true,
  ticket: true,
  idempotencyKey: true,
  expectedBytes: true,
  estimatedBytes: true,
  folderId: true,
  pending: true,
  onDuplicate: true,
  duplicatesOf: true,
  onRepeated: callback,
  onReturned: callback,
  ...OWN_OPTIONS,
} as const

const ITERATE = { ...SIGNAL, trashed: true, sort: true, search: true } as const

const FIND = { ...ITERATE, filter: true } as const

const SIGN = { expiresIn: true, baseUrl: true } as const

type SignalOnly = KnownOptions<CallOptions>

const GET = { ...SIGNAL, trashed: true, tenant: true } as const

const AUDIT = {
  ...SIGNAL,
  assetId: true,
  actor: true,
  action: true,
  since: true,
  until: true,
  order: true,
} as const

interface Calls extends JobCalls, UploadCalls, WebhookCalls {
  readonly upload: KnownOptions<UploadOptions>
  readonly uploadMany: KnownOptions<UploadManyOptions>
  readonly import: KnownOptions<ImportOptions>
  readonly get: KnownOptions<GetOptions>
  readonly list: KnownOptions<AnyListOptions>
  readonly iterate: KnownOptions<IterateOptions>
  readonly update: KnownOptions<UpdateOptions>
  readonly replaceContent: KnownOptions<ReplaceContentOptions>
  readonly listVersions: SignalOnly
  readonly restoreVersion: KnownOptions<UpdateOptions>
  readonly copy: KnownOptions<CopyAssetOptions>
  readonly tag: SignalOnly
  readonly resolveScan: KnownOptions<ResolveScanOptions>
  readonly trash: SignalOnly
  readonly restore: SignalOnly
  readonly move: SignalOnly
  readonly setFavourite: SignalOnly
  readonly keep: SignalOnly
  readonly addOwned: SignalOnly
  readonly setOwned: KnownOptions<DetachOptions>
  readonly attachUploads: KnownOptions<AttachUploadsOptions>
  readonly removeOwned: KnownOptions<DetachOptions>
  readonly removeAllOwned: KnownOptions<DetachOptions>
  readonly listOwned: SignalOnly
  readonly ownersOf: KnownOptions<AttachedToOptions>
  readonly countMatching: KnownOptions<CallOptions & { trashed?: boolean }>
  readonly changeMatching: KnownOptions<ChangeMatchingOptions>
  readonly purge: KnownOptions<PurgeOptions>
  readonly read: KnownOptions<ReadOptions>
  readonly presign: KnownOptions<PresignedFileOptions>
  readonly locate: KnownOptions<{ variant?: string }>
  readonly createFolder: KnownOptions<CreateFolderOptions>
  readonly getFolder: SignalOnly
  readonly listFolders: KnownOptions<ListFoldersOptions>
  readonly folderUsage: SignalOnly
  readonly updateFolder: KnownOptions<UpdateOptions>
  readonly deleteFolder: KnownOptions<DeleteFolderOptions>
  readonly createKey: KnownOptions<CreateKeyOptions>
  readonly pageOfKeys: KnownOptions<PageOfKeysOptions>
  readonly createTicket: KnownOptions<CreateTicketOptions>
  readonly verifyTicket: KnownOptions<VerifyTicketOptions>
  readonly ensureVariant: SignalOnly
  readonly retryVariants: SignalOnly
  readonly publicForm: SignalOnly
  readonly pictureAttributes: KnownOptions<PictureOptions>
  readonly ensurePicture: KnownOptions<EnsurePictureOptions>
  readonly sign: KnownOptions<SignUrlOptions>
  readonly signUrls: KnownOptions<SignUrlsOptions>
  readonly contentTag: KnownOptions<ContentTagOptions>
  readonly verifySignature: SignalOnly
  readonly usage: SignalOnly
  readonly audit: KnownOptions<ListAuditOptions>
  readonly iterateAudit: KnownOptions<AuditFilter>
  readonly eventsSince: KnownOptions<EventsSinceOptions>
  readonly followEvents: KnownOptions<FollowEventsOptions>
  readonly latestEvent: SignalOnly
  readonly eraseTenant: KnownOptions<EraseTenantOptions>
  readonly listTenants: KnownOptions<ListTenantsOptions>
  readonly sweep: SignalOnly
  readonly fillVariants: KnownOptions<FillVariantsOptions>
  readonly pauseDeletion: SignalOnly
  readonly verify: KnownOptions<VerifyOptions>
  readonly startVerify: SignalOnly
  readonly startScanAgain: SignalOnly
  readonly backup: KnownOptions<BackupOptions>
}

/** The options of each call of a store. A call refuses every other name, so that no misspelt option is ignored. */
export const CALLS: Calls = {
  ...JOB_CALLS,
  ...UPLOAD_CALLS,
  ...WEBHOOK_CALLS,
  upload: knownOptions<UploadOptions>('upload', {
    ...UPLOAD,
    name: true,
    sha256: true,
    externalId: true,
  }),
  uploadMany: knownOptions<UploadManyOptions>('uploadMany', UPLOAD),
  import: knownOptions<ImportOptions>('admin.import', { ...SIGNAL, compare: true }),
  get: knownOptions<GetOptions>('get', GET),
  list: knownOptions<AnyListOptions>('list', {
    ...FIND,
    page: true,
    perPage: true,
    after: true,
    before: true,
  }),
  iterate: knownOptions<IterateOptions>('matching.iterate', ITERATE),
  update: knownOptions<UpdateOptions>('update', { ...SIGNAL, ifMatch: true }),
  replaceContent: knownOptions<ReplaceContentOptions>('versions.replace', {
    ...SIGNAL,
    ifMatch: true,
    name: true,
    sha256: true,
    principal: true,
    expectedBytes: true,
    estimatedBytes: true,
  }),
  listVersions: signalOnly('versions.list'),
  restoreVersion: knownOptions<UpdateOptions>('versions.restore', { ...SIGNAL, ifMatch: true }),
  copy: knownOptions<CopyAssetOptions>('copy', {
    ...SIGNAL,
    name: true,
    folderId: true,
    principal: true,
    idempotencyKey: true,
    onRepeated: callback,
  }),
  tag: signalOnly('select.tag'),
  resolveScan: knownOptions<ResolveScanOptions>('admin.resolveScan', { ...SIGNAL, sha256: true }),
  trash: signalOnly('trash'),
  restore: signalOnly('restore'),
  move: signalOnly('select.move'),
  setFavourite: signalOnly('select.setFavourite'),
  keep: signalOnly('select.keep'),
  addOwned: signalOnly('owners.add'),
  setOwned: knownOptions<DetachOptions>('owners.set', { ...SIGNAL, unowned: true }),
  attachUploads: knownOptions<AttachUploadsOptions>('owners.attachUploads', {
    ...SIGNAL,
    unowned: true,
    user: true,
    replace: flag,
  }),
  removeOwned: knownOptions<DetachOptions>('owners.remove', { ...SIGNAL, unowned: true }),
  removeAllOwned: knownOptions<DetachOptions>('owners.removeAll', { ...SIGNAL, unowned: true }),
  listOwned: signalOnly('owners.list'),
  ownersOf: knownOptions<AttachedToOptions>('owners.of', {
    ...SIGNAL,
    after: true,
    limit: true,
  }),
  countMatching: knownOptions<CallOptions & { trashed?: boolean }>('matching.count', {
    ...SIGNAL,
    trashed: true,
  }),
  changeMatching: knownOptions<ChangeMatchingOptions>('matching', {
    ...SIGNAL,
    expected: integer(0),
    cursor: text,
    approve: callback,
    onProgress: callback,
  }),
  purge: knownOptions<PurgeOptions>('purge', { ...SIGNAL, bytes: true }),
  read: knownOptions<ReadOptions>('read', { ...SIGNAL, range: true, variant: true }),
  presign: knownOptions<PresignedFileOptions>('urls.presign', {
    ...SIGNAL,
    variant: true,
    mimeType: text,
    disposition: text,
    cacheControl: text,
    expiresIn: integer(1, MAX_PRESIGNED),
  }),
  locate: knownOptions<{ variant?: string }>('urls.locate', { variant: true }),
  createFolder: knownOptions<CreateFolderOptions>('folders.create', { name: true, parentId: true }),
  getFolder: signalOnly('folders.get'),
  listFolders: knownOptions<ListFoldersOptions>('folders.list', {
    ...SIGNAL,
    parentId: true,
    page: true,
    perPage: true,
  }),
  folderUsage: signalOnly('folders.usage'),
  updateFolder: knownOptions<UpdateOptions>('folders.update', { ...SIGNAL, ifMatch: true }),
  deleteFolder: knownOptions<DeleteFolderOptions>('folders.delete', {
    ...SIGNAL,
    assets: true,
    ifMatch: true,
  }),
  createKey: knownOptions<CreateKeyOptions>('keys.create', {
    name: true,
    permissions: true,
    expiresAt: true,
    principal: true,
  }),
  pageOfKeys: knownOptions<PageOfKeysOptions>('keys.page', {
    ...SIGNAL,
    page: true,
    perPage: true,
  }),
  createTicket: knownOptions<CreateTicketOptions>('tickets.create', {
    expiresIn: true,
    files: true,
    bytes: true,
    allow: true,
    createdBy: true,
    folderId: true,
    tags: true,
    metadata: true,
    pending: true,
    principal: true,
  }),
  verifyTicket: knownOptions<VerifyTicketOptions>('tickets.verify', { expired: flag }),
  ensureVariant: signalOnly('variants.ensure'),
  retryVariants: signalOnly('variants.retry'),
  publicForm: signalOnly('variants.publicForm'),
  pictureAttributes: knownOptions<PictureOptions>('pictures.attributes', {
    sizes: text,
    baseUrl: checkBaseUrl,
    sign: integer(1),
    language: text,
  }),
  ensurePicture: knownOptions<EnsurePictureOptions>('pictures.ensure', { ...SIGNAL, accept: text }),
  sign: knownOptions<SignUrlOptions>('urls.sign', { ...SIGN, variant: true, route: true }),
  signUrls: knownOptions<SignUrlsOptions>('urls.signAll', SIGN),
  contentTag: knownOptions<ContentTagOptions>('urls.contentTag', { variant: true }),
  verifySignature: signalOnly('urls.verify'),
  usage: signalOnly('usage'),
  eraseTenant: knownOptions<EraseTenantOptions>(
    'admin.tenants.erase',
    { ...SIGNAL, confirm: true, onProgress: callback },
    { sample: "{ confirm: 'acme' }, the name of the tenant" },
  ),
  audit: knownOptions<ListAuditOptions>('admin.audit.list', { ...AUDIT, after: true, limit: true }),
  iterateAudit: knownOptions<AuditFilter>('admin.audit.iterate', AUDIT),
  eventsSince: knownOptions<EventsSinceOptions>('events.since', {
    ...SIGNAL,
    types: true,
    assetId: true,
    limit: true,
  }),
  followEvents: knownOptions<FollowEventsOptions>('events.follow', {
    ...SIGNAL,
    types: true,
    assetId: true,
    after: true,
  }),
  latestEvent: signalOnly('events.latest'),
  listTenants: knownOptions<ListTenantsOptions>('admin.tenants.list', {
    ...SIGNAL,
    after: true,
    limit: true,
  }),
  sweep: signalOnly('admin.sweep'),
  fillVariants: knownOptions<FillVariantsOptions>('admin.fillVariants', {
    ...SIGNAL,
    previews: flag,
    onProgress: callback,
  }),
  pauseDeletion: signalOnly('admin.pauseDeletion'),
  verify: knownOptions<VerifyOptions>('admin.verify', {
    ...SIGNAL,
    repair: flag,
    checksums: flag,
    maxTimeMs: integer(1, MAX_TIMER),
    cursor: text,
    maxProblems: integer(1, 1_000_000),
    maxShare: numberBetween(0, 1),
    onProgress: callback,
  }),
  startVerify: signalOnly('admin.startVerify'),
  startScanAgain: signalOnly('admin.startScanAgain'),
  backup: knownOptions<BackupOptions>('admin.backup', {
    ...SIGNAL,
    directory: true,
    checksums: flag,
    onProgress: callback,
  }),
}

function signalOnly(owner: string): SignalOnly {
  return knownOptions<CallOptions>(owner, SIGNAL)
}
