import type { FileFacts } from '@stowage/analysis'
import { invalidArgument } from '../../errors/invalid-argument.ts'
import { StowageError } from '../../errors/stowage-error.ts'
import type { StagedFile } from '../../staging/staging.ts'
import type { UploadTicket } from '../../tickets/upload-ticket.ts'
import type { Quota, QuotaLimits } from '../../usage/quota.ts'
import { matchesAny } from './allow-patterns.ts'
import { answerOf } from './answer-of.ts'

/** A file as a policy sees it: its facts, its sanitised name and its size in bytes. */
export interface PolicyFile extends FileFacts {
  /** Sanitised; never a path. */
  readonly name: string
  /** Bytes. */
  readonly size: number
}

/**
 * The verdict of a scan: store the file; store it but keep it `processing` until `store.admin.resolveScan` is called;
 * or refuse it. The client sees the reason of a refusal.
 */
export type ScanVerdict = 'accept' | 'wait' | { readonly reject: string }

/** The one policy of a store, applied at every entry point. Each hook is optional. */
export interface Policy {
  /**
   * Which files are stored: media types (`image/png`, `image/*`), or a function. Default: all. A pattern that no
   * file can match (`jpg`, `Image/*`, `image/jpg`) is refused when the store is opened.
   * The type is the detected one, never the client's claim. When it throws, the upload fails as `unavailable`.
   */
  readonly allow?: readonly string[] | ((file: PolicyFile) => boolean | Promise<boolean>)
  /**
   * What a tenant may have in total, including the trash: `bytes` of files and variants, a number of `assets`, or
   * both. A plain number limits only the bytes; `null`: no limit. The insert transaction of an upload checks it, so
   * uploads of many processes together never exceed it. Variants made on demand count, but are not refused.
   *
   * The store also checks during an upload. It refuses the upload as soon as the tenant's running uploads in this
   * process no longer fit. When the hook throws, the upload fails as `unavailable`.
   */
  readonly quota?: (tenant: string) => Quota | null | Promise<Quota | null>
  /** Looks at the bytes, for example with a virus scanner. When it throws, the upload fails as `unavailable`. */
  readonly scan?: (
    file: StagedFile,
    facts: PolicyFile,
    options: { readonly signal?: AbortSignal },
  ) => ScanVerdict | Promise<ScanVerdict>
}

/** The part of an upload that matters to the policy. */
interface UploadTerms {
  /** Its `allow` applies in addition to the store's. */
  readonly ticket: Pick<UploadTicket, 'allow'> | undefined
  readonly signal: AbortSignal
}

/** Resolves to the status that the file starts with; rejects with `type_not_allowed` or `file_rejected`. */
export async function enforceUploadPolicy(
  policy: Policy,
  file: StagedFile,
  facts: PolicyFile,
  { ticket, signal }: UploadTerms,
): Promise<'ready' | 'processing'> {
  const isRefused =
    (ticket?.allow != null && !matchesAny(ticket.allow, facts.mimeType)) ||
    (policy.allow !== undefined && !(await isAllowed(policy.allow, facts, signal)))
  if (isRefused) {
    throw new StowageError(
      'type_not_allowed',
      `Files of type ${facts.mimeType} are not allowed here.`,
      {
        context: { mimeType: facts.mimeType },
      },
    )
  }
  if (policy.scan === undefined) return 'ready'
  const verdict = await askScan(policy.scan, file, facts, signal)
  if (verdict === 'accept') return 'ready'
  if (verdict === 'wait') return 'processing'
  throw new StowageError('file_rejected', `The file was rejected: ${verdict.reject}`, {
    context: { reason: verdict.reject },
  })
}

/** The verdict of the scan hook; `unavailable` when it throws, `invalid_argument` when it gives none. */
export async function askScan(
  scan: NonNullable<Policy['scan']>,
  file: StagedFile,
  facts: PolicyFile,
  signal: AbortSignal,
): Promise<ScanVerdict> {
  const verdict = await answerOf(
    () => scan(file, facts, { signal }),
    signal,
    'The file could not be scanned. Try again.',
  )
  if (verdict === 'accept' || verdict === 'wait') return verdict
  if (typeof verdict?.reject === 'string') return verdict
  throw invalidArgument('scan', "The scan hook must give 'accept', 'wait' or { reject: reason }.")
}

/** The tenant's quota, from the hook; `null` without one. `unavailable` when the hook throws. */
export async function quotaOf(
  policy: Policy,
  tenant: string,
  signal: AbortSignal,
): Promise<Quota | null> {
  const { quota: hook } = policy
  if (hook === undefined) return null
  const quota = await answerOf(
    () => hook(tenant),
    signal,
    'The quota of the tenant could not be found out. Try again.',
  )
  if (quota === null || isLimit(quota) || isLimits(quota)) return quota
  throw invalidArgument(
    'quota',
    'The quota hook must give bytes, { bytes, assets }, or null for no limit.',
  )
}

function isLimit(value: unknown): value is number {
  return typeof value === 'number' && value >= 0
}

/** A misspelt member would limit nothing. */
function isLimits(value: unknown): value is Partial<QuotaLimits> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const { bytes = null, assets = null, ...unknown } = value as Partial<QuotaLimits>
  return (
    (bytes === null || isLimit(bytes)) &&
    (assets === null || isLimit(assets)) &&
    Object.keys(unknown).length === 0
  )
}

async function isAllowed(
  allow: NonNullable<Policy['allow']>,
  facts: PolicyFile,
  signal: AbortSignal,
): Promise<boolean> {
  if (typeof allow === 'function') {
    return answerOf(
      () => allow(facts),
      signal,
      'The upload policy could not be checked. Try again.',
    )
  }
  return matchesAny(allow, facts.mimeType)
}
