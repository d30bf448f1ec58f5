import { assertInteger } from '../arguments/assert-integer.ts'
import { mustBe } from '../arguments/must-be.ts'
import { requireCreator } from '../assets/asset-scope.ts'
import type { ViewedStore } from '../assets/store-view.ts'
import { invalidArgument } from '../errors/invalid-argument.ts'
import { requireFolderId } from '../folders/folder-options.ts'
import type { Principal } from '../keys/api-key.ts'
import { requireOwnPrincipal } from '../keys/require-principal.ts'
import { assertKnown } from '../options/known-options.ts'
import { assertMembersFit, type MetadataSchema } from '../own-data/metadata-schema.ts'
import { requireOwnData } from '../own-data/own-data-check.ts'
import { CALLS } from '../store/known-options.ts'
import { pendingHoursOf } from '../upload/pending-option.ts'
import { allowPatterns } from '../upload/policy/allow-patterns.ts'
import type { CreateTicketOptions } from './tickets.ts'
import type { UploadTicket } from './upload-ticket.ts'

const DEFAULT_EXPIRES_IN = 900
const MAX_EXPIRES_IN = 86_400
const MAX_FILES = 10_000
/** The most patterns of a ticket: every look-up of it reads them, and no quota counts them. */
const MAX_PATTERNS = 100
/** A type and a subtype have at most 127 characters each (RFC 6838). */
const MAX_PATTERN = 255

/** The store in which a ticket is made. */
interface TicketPlace extends ViewedStore {
  /** The most bytes that one file may have here. */
  readonly fileSize: number
  /** Hours that `pending: true` lasts here. */
  readonly pendingHours: number
  readonly metadataSchema: MetadataSchema | null
}

/** The options of a new ticket, with their defaults. */
interface TicketTerms
  extends Pick<
    UploadTicket,
    'files' | 'bytes' | 'allow' | 'createdBy' | 'folderId' | 'tags' | 'metadata' | 'pendingHours'
  > {
  /** Seconds. */
  readonly expiresIn: number
  readonly principal: Principal | undefined
}

/** Checks the argument of `tickets.create`. `invalid_argument` when something is not of the documented form. */
export function requireTicketOptions(
  options: CreateTicketOptions,
  { tenant, scope, fileSize, pendingHours, metadataSchema }: TicketPlace,
): TicketTerms {
  if (typeof options !== 'object' || options === null) {
    throw mustBe(
      'options',
      `an object with ${[...CALLS.createTicket.rules.keys()].join(', ')}`,
      options,
    )
  }
  assertKnown(CALLS.createTicket, options)
  const { expiresIn = DEFAULT_EXPIRES_IN, files = 1, allow = null, folderId = null } = options
  assertInteger('expiresIn', expiresIn, 1, MAX_EXPIRES_IN)
  assertInteger('files', files, 1, MAX_FILES)
  const { bytes = Math.min(files * fileSize, Number.MAX_SAFE_INTEGER) } = options
  assertInteger('bytes', bytes, 1)
  if (allow !== null) requireAllow(allow)
  const principal =
    options.principal === undefined ? undefined : requireOwnPrincipal(tenant, options.principal)
  const { tags = [], metadata = {} } = requireOwnData({
    tags: options.tags,
    metadata: options.metadata,
  })
  assertMembersFit(metadataSchema, metadata)
  const createdBy = creatorOf(options.createdBy, scope, principal)
  return {
    expiresIn,
    files,
    bytes,
    allow: allow && [...allow],
    createdBy,
    folderId: requireFolderId(folderId, 'folderId'),
    tags,
    metadata,
    pendingHours: pendingHoursOf(options.pending, pendingHours),
    principal,
  }
}

function requireAllow(allow: readonly string[]): void {
  if (Array.isArray(allow) && allow.length > MAX_PATTERNS) {
    throw invalidArgument('allow', `allow may have at most ${MAX_PATTERNS} media types.`)
  }
  allowPatterns(allow, 'allow')
  const long = allow.findIndex((pattern) => pattern.length > MAX_PATTERN)
  if (long !== -1) {
    const place = `allow[${long}]`
    throw invalidArgument(place, `${place} must have at most ${MAX_PATTERN} characters.`)
  }
  if (allow.length > 0) return
  throw invalidArgument('allow', 'allow is empty, so no file could be uploaded. Leave it out.')
}

function creatorOf(
  given: string | null | undefined,
  scope: TicketPlace['scope'],
  principal: Principal | undefined,
): string | null {
  if (given !== undefined) requireCreator('createdBy', given)
  if (scope === null) return given === undefined ? (principal?.id ?? null) : given
  if (given === undefined || given === scope.createdBy) return scope.createdBy
  throw invalidArgument(
    'createdBy',
    'This view of the store has another scope. Leave createdBy out, or use the whole store.',
  )
}
