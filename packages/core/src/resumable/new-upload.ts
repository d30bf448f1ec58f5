import { assertInteger } from '../arguments/assert-integer.ts'
import { requireSha256 } from '../arguments/require-sha256.ts'
import { requireText } from '../arguments/require-text.ts'
import { requireExternalId } from '../assets/external-id.ts'
import type { ViewedStore } from '../assets/store-view.ts'
import { invalidArgument } from '../errors/invalid-argument.ts'
import { uploadNotFound } from '../errors/upload-errors.ts'
import { assertMembersFit, requireFitting } from '../own-data/metadata-schema.ts'
import { fileTooLarge } from '../staging/stage-upload.ts'
import type { StoreCore } from '../store/opening/store-core.ts'
import { sanitizeFileName } from '../text/file-name.ts'
import { newUuid } from '../time/new-uuid.ts'
import { uploadAllowance } from '../upload/policy/upload-allowance.ts'
import { quotaOf } from '../upload/policy/upload-policy.ts'
import type { UploadRequest } from '../upload/upload-context.ts'
import { requireUploadExternalId, uploadRequest } from '../upload/upload-request.ts'
import { uploadedOwnData } from '../upload/uploaded-own-data.ts'
import { begin, requireDirect } from './direct-uploads.ts'
import { MAX_PARTIALS, MAX_UPLOAD_NOTE, type UploadTerms } from './resumable-upload.ts'
import type { NewUpload } from './upload-records.ts'
import { requirePieces } from './upload-work.ts'
import type { CreateUploadOptions } from './uploads.ts'

const DEFAULT_LIFETIME = 24 * 3_600_000
/** The most unfinished uploads: of one ticket or scope, and of a tenant. */
const LIMITS = { owner: 100, tenant: 10_000 } as const

/** The record of a new upload. Rejects with what is known to refuse it already. */
export async function newUpload(
  core: StoreCore,
  view: ViewedStore,
  options: CreateUploadOptions,
): Promise<NewUpload> {
  const pieces = requirePieces(core)
  const { name = '', size: given, kind = 'whole', partials = [], externalId, sha256 } = options
  const { note = null, lifetimeMs: lifetime = DEFAULT_LIFETIME, ...others } = options
  const request = requestOf(core, view, others)
  const { ticket, principal, scope } = request
  assertForm(options)
  const direct = requireDirect(pieces, options)
  const said = uploadedOwnData({}, request.own, ticket)
  const { metadataSchema, describe, policy, keys } = core.uploads
  // The hook may still complete the metadata.
  if (describe === null) requireFitting(metadataSchema, said.metadata)
  else assertMembersFit(metadataSchema, said.metadata)
  const size = kind === 'final' ? await sizeOf(core, view, partials) : (given ?? null)
  const { fileSize } = core.limits
  if (size !== null && size > fileSize) throw fileTooLarge(fileSize)
  if (kind !== 'final') {
    uploadAllowance(core.limits, { ticket, isRepeatable: false, reservedBytes: size ?? 0 })
  }
  const signal = options.signal ?? core.closing
  const quota = await quotaOf(policy, view.tenant, signal)
  const blobKey = pieces.inPlace ? await keys.next() : null
  const terms: UploadTerms = {
    principal: principal === undefined ? null : { kind: principal.kind, id: principal.id },
    isScoped: scope !== null,
    folderId: request.folderId,
    externalId: requireUploadExternalId(externalId, request),
    pendingHours: request.pendingHours,
    onDuplicate: request.onDuplicate ?? null,
    duplicatesOf: request.duplicatesOf,
    sha256: sha256 === undefined ? null : requireSha256(sha256),
    own: request.own,
    partials,
    note,
  }
  const fixed = ticket ?? scope
  const ofScope = scope === null ? null : `scope ${JSON.stringify(scope.createdBy)}`
  return {
    id: newUuid(),
    tenant: view.tenant,
    kind,
    name: sanitizeFileName(name),
    size,
    createdBy: fixed === null ? (principal?.id ?? null) : fixed.createdBy,
    ticketId: ticket?.id ?? null,
    keyId: principal?.kind === 'key' ? principal.id : (ticket?.keyId ?? null),
    owner: ticket === undefined ? ofScope : `ticket ${ticket.id}`,
    terms,
    storage: await begin(pieces, { blobKey, size, direct, signal }),
    blobKey,
    scope: view.scope,
    lifetime,
    quota,
    limits: LIMITS,
  }
}

type Checked = Omit<UploadRequest, 'signal'>

/** What an upload has in common with one that is made in one call, checked as there. */
function requestOf(
  { uploads }: StoreCore,
  { tenant, scope }: ViewedStore,
  options: CreateUploadOptions,
): Checked {
  const { name, size, kind, partials, direct, externalId, sha256, lifetimeMs, note, ...shared } =
    options
  return uploadRequest({ tenant, scope }, [], shared, uploads.pendingHours)
}

function assertForm({ size, kind, partials, note, externalId }: CreateUploadOptions): void {
  if (externalId != null) requireExternalId('externalId', externalId)
  if (size != null) assertInteger('size', size, 0)
  const isFinal = kind === 'final'
  if (isFinal !== (partials !== undefined)) {
    throw invalidArgument('partials', 'A final upload has partials, and no other has any.')
  }
  if (isFinal && size != null) {
    throw invalidArgument(
      'size',
      'The size of a final upload is that of its partials. Leave it out.',
    )
  }
  if (isFinal) assertPartials(partials)
  const isNote =
    note === undefined || (typeof note === 'string' && Buffer.byteLength(note) <= MAX_UPLOAD_NOTE)
  if (!isNote)
    throw invalidArgument('note', `note must be a text of at most ${MAX_UPLOAD_NOTE} bytes.`)
}

function assertPartials(partials: unknown): void {
  const isList = Array.isArray(partials) && partials.length > 0 && partials.length <= MAX_PARTIALS
  if (!isList) {
    throw invalidArgument('partials', `partials must be 1 to ${MAX_PARTIALS} ids of uploads.`)
  }
  partials.forEach((id, index) => void requireText(`partials[${index}]`, id))
}

/** The bytes of the partial uploads together. The insert looks at them again. */
async function sizeOf(
  { metadata }: StoreCore,
  { tenant }: ViewedStore,
  partials: readonly string[],
): Promise<number> {
  let size = 0
  for (const id of partials) {
    const partial = await metadata.uploads.get({ tenant, id })
    if (partial === null || partial.size === null) throw uploadNotFound([id])
    size += partial.size
  }
  return size
}
