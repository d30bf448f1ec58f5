import { mustBe } from '../arguments/must-be.ts'
import { requireText } from '../arguments/require-text.ts'
import { isInScope, requireScope } from '../assets/asset-scope.ts'
import { requireOnDuplicate } from '../duplicates/on-duplicate.ts'
import { invalidArgument } from '../errors/invalid-argument.ts'
import { requireOwnPrincipal } from '../keys/require-principal.ts'
import { requireOptions } from '../options/call-options.ts'
import { ownDataIn, withoutOwnData } from '../own-data/own-data.ts'
import { requireOwnData } from '../own-data/own-data-check.ts'
import { CALLS } from '../store/known-options.ts'
import type { UploadTicket } from '../tickets/upload-ticket.ts'
import { announcedBytes } from './announced-bytes.ts'
import { requireIdempotencyKey } from './idempotency.ts'
import { pendingHoursOf } from './pending-option.ts'
import type { UploadRequest } from './upload-context.ts'
import { isInput, requireUploadInput, requireUploadInputs } from './upload-inputs.ts'
import type { UploadInput, UploadManyOptions, UploadOptions } from './upload-options.ts'

/** An upload before the store has given it its own signal. */
type CallerRequest = Omit<UploadRequest, 'signal'> & {
  readonly signal: AbortSignal | undefined
}

/** Checks the arguments of `uploadMany`. `invalid_argument` when something is not of the documented form. */
export function uploadRequest(
  { tenant, scope }: Pick<UploadRequest, 'tenant' | 'scope'>,
  files: UploadRequest['files'],
  options: UploadManyOptions,
  defaultPendingHours: number,
): CallerRequest {
  requireUploadInputs(files)
  const {
    principal,
    ticket,
    idempotencyKey,
    expectedBytes,
    estimatedBytes,
    folderId,
    pending,
    onDuplicate,
    duplicatesOf,
    onRepeated,
    onReturned,
    signal,
    ...others
  } = requireOptions(CALLS.uploadMany, options)
  return {
    tenant,
    scope,
    files,
    principal: principal === undefined ? undefined : requireOwnPrincipal(tenant, principal),
    ticket: ticket === undefined ? undefined : requireTicket({ tenant, scope }, ticket, principal),
    idempotencyKey:
      idempotencyKey === undefined ? undefined : requireIdempotencyKey(idempotencyKey),
    announced: announcedBytes({ expectedBytes, estimatedBytes }),
    folderId: requireUploadFolder(folderId, ticket),
    pendingHours: requirePending(pending, ticket, defaultPendingHours),
    onDuplicate: onDuplicate === undefined ? undefined : requireOnDuplicate(onDuplicate),
    duplicatesOf: duplicatesOf === undefined ? null : requireScope(duplicatesOf),
    ...(onRepeated !== undefined && { onRepeated }),
    own: requireOwnData(others),
    signal,
  }
}

/** The one file of a call of `upload`, and its other options. */
export function singleUpload(
  given: UploadInput['source'] | UploadInput,
  options: UploadOptions,
): { readonly input: UploadInput; readonly others: UploadManyOptions } {
  const { name, sha256, externalId, ...rest } = requireOptions(CALLS.upload, options)
  const input = isInput(given) ? given : { source: given }
  return {
    input: requireUploadInput({
      ...input,
      ...(name !== undefined && { name }),
      ...(sha256 !== undefined && { sha256 }),
      ...(externalId !== undefined && { externalId }),
      ...ownDataIn(rest),
    }),
    others: withoutOwnData(rest),
  }
}

/** The folder of an upload. A ticket fixes it, even to none: its holder cannot choose one. */
export function requireUploadFolder(
  folderId: string | null | undefined,
  ticket: UploadTicket | undefined,
): string | null {
  if (folderId != null) requireText('folderId', folderId)
  if (ticket === undefined) return folderId ?? null
  const fixed = ticket.folderId ?? null
  if (folderId === undefined || folderId === fixed) return fixed
  throw invalidArgument('folderId', 'This ticket uploads into another folder. Leave folderId out.')
}

/**
 * The external id of a file. A caller who sees only part of the tenant cannot choose one: a taken id would reveal
 * the files of others, and taking one first would deny it to them.
 */
export function requireUploadExternalId(
  externalId: string | null | undefined,
  { ticket, scope }: Pick<UploadRequest, 'ticket' | 'scope'>,
): string | null {
  if (externalId == null || (ticket === undefined && scope === null)) return externalId ?? null
  const whose = ticket === undefined ? 'within a scope' : 'with a ticket'
  throw invalidArgument('externalId', `An upload ${whose} has no external id. Leave it out.`)
}

/** How long an upload is pending. A ticket fixes it: its holder cannot choose. */
function requirePending(
  pending: UploadManyOptions['pending'],
  ticket: UploadTicket | undefined,
  defaultHours: number,
): number | null {
  if (ticket === undefined) return pendingHoursOf(pending, defaultHours)
  if (pending === undefined) return ticket.pendingHours ?? null
  throw invalidArgument('pending', 'A ticket says whether its uploads are pending. Leave it out.')
}

/** A ticket excludes a principal: it fixes the creator of the files. */
export function requireTicket(
  { tenant, scope }: Pick<UploadRequest, 'tenant' | 'scope'>,
  ticket: UploadTicket,
  principal?: UploadManyOptions['principal'],
): UploadTicket {
  if (typeof ticket !== 'object' || ticket === null || typeof ticket.id !== 'string') {
    throw mustBe('ticket', 'what tickets.verify(token) resolves to, unless that is null', ticket)
  }
  if (ticket.tenant !== tenant) {
    throw invalidArgument('ticket', `This ticket belongs to another tenant than ${tenant}.`)
  }
  if (!isInScope(ticket, scope)) {
    throw invalidArgument('ticket', 'This ticket is not of the scope. Use the whole store.')
  }
  if (principal === undefined) return ticket
  throw invalidArgument('principal', 'An upload has a principal or a ticket. Leave one out.')
}
