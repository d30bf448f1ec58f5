import { type KnownOptions, knownOptions } from '../options/known-options.ts'
import type { BackupOptions } from './backup-report.ts'
import type { CallOptions } from './call-options.ts'
import type { CreateKeyOptions } from './keys.ts'
import type { ListOptions } from './list-options.ts'
import type { PurgeOptions } from './purge-options.ts'
import type { PresignedFileOptions, ReadOptions } from './read-options.ts'
import type { SignUrlOptions, SignUrlsOptions } from './store-signing.ts'
import type { CreateTicketOptions } from './tickets.ts'
import type { UploadManyOptions, UploadOptions } from './upload-options.ts'
import type { VerifyOptions } from './verify-report.ts'

const SIGNAL = { signal: true } as const
const UPLOAD = {
  ...SIGNAL,
  principal: true,
  ticket: true,
  idempotencyKey: true,
  expectedBytes: true,
} as const

const SIGN = { expiresIn: true, baseUrl: true } as const

type SignalOnly = KnownOptions<CallOptions>

interface Calls {
  readonly upload: KnownOptions<UploadOptions>
  readonly uploadMany: KnownOptions<UploadManyOptions>
  readonly get: KnownOptions<CallOptions & { trashed?: 'include' }>
  readonly getByPublicFileId: SignalOnly
  readonly getPublic: SignalOnly
  readonly list: KnownOptions<ListOptions>
  readonly iterate: KnownOptions<Pick<ListOptions, 'trashed' | 'signal'>>
  readonly update: SignalOnly
  readonly resolveScan: SignalOnly
  readonly trash: SignalOnly
  readonly restore: SignalOnly
  readonly purge: KnownOptions<PurgeOptions>
  readonly read: KnownOptions<ReadOptions>
  readonly presign: KnownOptions<PresignedFileOptions>
  readonly locate: KnownOptions<{ variant?: string }>
  readonly createKey: KnownOptions<CreateKeyOptions>
  readonly createTicket: KnownOptions<CreateTicketOptions>
  readonly ensureVariant: SignalOnly
  readonly retryVariants: SignalOnly
  readonly sign: KnownOptions<SignUrlOptions>
  readonly signUrls: KnownOptions<SignUrlsOptions>
  readonly verifySignature: SignalOnly
  readonly sweep: SignalOnly
  readonly hold: SignalOnly
  readonly verify: KnownOptions<VerifyOptions>
  readonly backup: KnownOptions<BackupOptions>
}

/** The options of each call of a store. A call refuses every other name, so that no misspelt one is passed over. */
export const CALLS: Calls = {
  upload: knownOptions<UploadOptions>('upload', { ...UPLOAD, name: true, sha256: true }),
  uploadMany: knownOptions<UploadManyOptions>('uploadMany', UPLOAD),
  get: knownOptions<CallOptions & { trashed?: 'include' }>('get', { ...SIGNAL, trashed: true }),
  getByPublicFileId: signalOnly('getByPublicFileId'),
  getPublic: signalOnly('getPublic'),
  list: knownOptions<ListOptions>('list', { ...SIGNAL, page: true, perPage: true, trashed: true }),
  iterate: knownOptions<Pick<ListOptions, 'trashed' | 'signal'>>('iterate', {
    ...SIGNAL,
    trashed: true,
  }),
  update: signalOnly('update'),
  resolveScan: signalOnly('resolveScan'),
  trash: signalOnly('trash'),
  restore: signalOnly('restore'),
  purge: knownOptions<PurgeOptions>('purge', { ...SIGNAL, bytes: true }),
  read: knownOptions<ReadOptions>('read', { ...SIGNAL, range: true, variant: true }),
  presign: knownOptions<PresignedFileOptions>('presign', {
    ...SIGNAL,
    variant: true,
    mimeType: true,
    disposition: true,
    cacheControl: true,
    expiresIn: true,
  }),
  locate: knownOptions<{ variant?: string }>('locate', { variant: true }),
  createKey: knownOptions<CreateKeyOptions>('keys.create', {
    name: true,
    permissions: true,
    expiresAt: true,
  }),
  createTicket: knownOptions<CreateTicketOptions>('tickets.create', {
    expiresIn: true,
    files: true,
    bytes: true,
    allow: true,
    createdBy: true,
    principal: true,
  }),
  ensureVariant: signalOnly('variants.ensure'),
  retryVariants: signalOnly('variants.retry'),
  sign: knownOptions<SignUrlOptions>('signing.sign', { ...SIGN, variant: true, route: true }),
  signUrls: knownOptions<SignUrlsOptions>('signing.urls', SIGN),
  verifySignature: signalOnly('signing.verify'),
  sweep: signalOnly('maintenance.sweep'),
  hold: signalOnly('maintenance.hold'),
  verify: knownOptions<VerifyOptions>('maintenance.verify', {
    ...SIGNAL,
    repair: true,
    checksums: true,
    maxTime: true,
    cursor: true,
    maxProblems: true,
    maxShare: true,
    onProgress: true,
  }),
  backup: knownOptions<BackupOptions>('maintenance.backup', {
    ...SIGNAL,
    directory: true,
    checksums: true,
    onProgress: true,
  }),
}

function signalOnly(owner: string): SignalOnly {
  return knownOptions<CallOptions>(owner, SIGNAL)
}
