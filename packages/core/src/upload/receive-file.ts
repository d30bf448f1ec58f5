import { randomUUID } from 'node:crypto'
import { type Analysis, type FileFacts, UNKNOWN_FACTS } from '@stowage/analysis'
import { raceAbort } from '../async/abortable.ts'
import { putFiles } from '../blobs/put-files.ts'
import { errorName } from '../errors/error-facts.ts'
import { StowageError } from '../errors/stowage-error.ts'
import { toThreadError } from '../errors/system-errors.ts'
import { cleanUpload } from '../location/clean-upload.ts'
import { assertMembersFit, fittingOwnData, requireFitting } from '../own-data/metadata-schema.ts'
import { stricterStatus } from '../scan/stricter-status.ts'
import { CopiedSource } from '../staging/source-in-turn.ts'
import { stageUpload } from '../staging/stage-upload.ts'
import type { StagedUpload } from '../staging/staged-upload.ts'
import type { StagedFile } from '../staging/staging.ts'
import { nameOfSource } from '../staging/upload-source.ts'
import { sanitizeFileName } from '../text/file-name.ts'
import { newUuid } from '../time/new-uuid.ts'
import { tracedIfHeard } from '../tracing/trace.ts'
import { type NewVariants, NO_VARIANTS } from '../variants/put-variants.ts'
import type { VariantWait } from '../variants/variant-wait.ts'
import { checkedFile } from './checked-file.ts'
import { describedOwnData } from './describe-file.ts'
import { type PendingFile, watchPuts } from './pending-file.ts'
import type { QuotaShare } from './policy/quota-shares.ts'
import type { UploadAllowance } from './policy/upload-allowance.ts'
import { enforceUploadPolicy } from './policy/upload-policy.ts'
import { sourceFailure } from './source-failure.ts'
import type { UploadContext, UploadInTurn, UploadRequest } from './upload-context.ts'
import { assertFolder } from './upload-folder.ts'
import { requireUploadInput } from './upload-inputs.ts'
import type { UploadInput } from './upload-options.ts'
import { requireUploadExternalId, requireUploadFolder } from './upload-request.ts'
import { uploadedOwnData } from './uploaded-own-data.ts'

const FACTS = Object.keys(UNKNOWN_FACTS) as readonly (keyof FileFacts)[]

/** Limits that all files of an upload share. */
export interface UploadBounds {
  readonly share: QuotaShare | null
  readonly allowance: UploadAllowance
  readonly variantWait: VariantWait
}

/**
 * Stages and analyses one file, enforces the upload policy, and starts to put its blobs. A rejection leaves
 * only the source, which the caller discards.
 */
export async function receiveFile(
  context: UploadInTurn,
  input: UploadInput,
  request: UploadRequest,
  bounds: UploadBounds,
): Promise<PendingFile> {
  const {
    source,
    name: given,
    sha256,
    externalId: ownExternalId,
    folderId: ownFolder,
  } = requireUploadInput(input)
  const { ticket, signal } = request
  const externalId = requireUploadExternalId(ownExternalId, request)
  const folderId =
    ownFolder === undefined ? request.folderId : requireUploadFolder(ownFolder, ticket)
  if (folderId !== request.folderId) await assertFolder(context, request, folderId)
  const said = uploadedOwnData(input, request.own, ticket)
  // A copy has the own data of its original, which may be older than the schema.
  const schema = source instanceof CopiedSource ? null : context.metadataSchema
  // Before a byte is received. The hook may still complete the metadata.
  const fitted = context.describe === null ? requireFitting(schema, said.metadata) : null
  if (fitted === null) assertMembersFit(schema, said.metadata)
  let file = await stage(context, source, bounds, signal)
  const name = sanitizeFileName(given ?? file.name ?? nameOfSource(source) ?? '')
  bounds.allowance.receive(file.size)
  request.imported?.onReceived(file.sha256)
  try {
    if (sha256 !== undefined && sha256 !== file.sha256) throw digestMismatch()
    const analysis = await analyze(context, file, name, signal)
    const { issues } = analysis
    let { facts } = analysis
    if (context.location === 'stored') {
      ;({ file, facts } = await cleanUpload({ file, facts }, { staging: context.staging, signal }))
      request.imported?.onReceived(file.sha256)
    }
    const candidate = Object.assign({}, facts, { name, size: file.size })
    const verdict = await enforceUploadPolicy(context.policy, file, candidate, { ticket, signal })
    const status = stricterStatus(verdict, request.imported?.status ?? 'ready')
    // Nothing opens a refused file, so that it may lack what the hook would have said of it.
    const isRefused = status === 'failed'
    const describe = isRefused || source instanceof CopiedSource ? null : context.describe
    const described = await describedOwnData(describe, said, file, { facts: candidate, signal })
    let own = described
    if (fitted === null && !isRefused) own = fittingOwnData(schema, described, said)
    else if (fitted !== null && schema !== null) own = { ...described, metadata: fitted }
    const { blobKeys, put } = await putFiles(context, [file], signal)
    const blobKey = blobKeys[0] as string
    const making =
      status === 'failed'
        ? noVariants()
        : context.variants.makeWithUpload(file, facts, {
            tenant: request.tenant,
            focus: own.focus,
            variantWait: bounds.variantWait,
            isNew: !(source instanceof CopiedSource) && request.imported === undefined,
            trace: context.trace ?? null,
            signal,
          })
    const made = await making.catch(async (error) => {
      await Promise.allSettled([put])
      if (file.blobKey !== blobKey) await context.collector.rollback(blobKeys, error)
      throw error
    })
    // Not `{ ...facts, … }`: V8 defines each member after a spread by a slow path, 40 µs in all.
    const record = Object.assign(
      {
        id: newUuid(),
        publicFileId: randomUUID(),
        name,
        size: file.size,
        sha256: file.sha256,
        status,
        isFavourite: false,
        folderId,
        externalId,
        createdBy: creatorOf(request),
        blobKey,
        variants: made.variants,
        failedVariants: made.failed,
      },
      own,
      facts,
      request.imported?.facts,
    )
    const staged = file
    const discard = async () => {
      await Promise.all([staged.discard(), made.discard()])
    }
    const files = [file, ...made.files] as const
    return { record, said, files, issues, discard, ...watchPuts([put, made.put]) }
  } catch (error) {
    await file.discard()
    throw error
  }
}

/** A scope or a ticket fixes the creator of the files, whoever uploads them. */
function creatorOf({ principal, scope, ticket }: UploadRequest): string | null {
  const fixed = scope ?? ticket
  return fixed === undefined ? (principal?.id ?? null) : fixed.createdBy
}

async function stage(
  { staging, turn }: UploadInTurn,
  source: UploadInput['source'],
  { share, allowance }: UploadBounds,
  signal: AbortSignal,
): Promise<StagedUpload> {
  try {
    return await stageUpload(source, {
      staging,
      turn,
      limit: allowance.fileSize(),
      signal,
      onBytes: share?.receive,
    })
  } catch (error) {
    throw sourceFailure(error, signal)
  }
}

/** The facts of a file. A file of an unknown type is stored; a file that our own disk cannot read is not. */
export async function analyze(
  context: Pick<UploadInTurn, 'analyzer' | 'trace'>,
  staged: StagedFile,
  name: string,
  signal: AbortSignal,
): Promise<Analysis> {
  const { analyzer, trace: parent = null } = context
  const start = { parent, tenant: parent?.tenant ?? null, bytes: staged.size, mimeType: null }
  return tracedIfHeard('analysis', start, async (trace) => {
    const analysis = await analyzed(analyzer, staged, name, signal)
    if (trace !== null) trace.mimeType = analysis.facts.mimeType
    return analysis
  })
}

async function analyzed(
  analyzer: UploadContext['analyzer'],
  staged: StagedFile,
  name: string,
  signal: AbortSignal,
): Promise<Analysis> {
  const { file, assertRead } = checkedFile(staged)
  const analysis = await raceAbort(analyzer.analyze(file, { name, signal }), signal).catch(
    (error) => {
      throw errorName(error) === 'LibraryNotLoaded' ? toThreadError(error) : error
    },
  )
  assertRead()
  return { ...analysis, facts: knownFacts(analysis.facts) }
}

/** What an analyzer is asked for. One of the app may return more. */
function knownFacts(facts: FileFacts): FileFacts {
  const known: Record<keyof FileFacts, unknown> = { ...UNKNOWN_FACTS }
  for (const name of FACTS) known[name] = facts[name] ?? UNKNOWN_FACTS[name]
  return known as FileFacts
}

/** A refused file has no variants, and nothing decodes it. */
async function noVariants(): Promise<NewVariants> {
  return NO_VARIANTS
}

function digestMismatch(): StowageError {
  return new StowageError(
    'digest_mismatch',
    'The bytes do not have the SHA-256 that was announced: they changed on the way, or the digest is of another file.',
  )
}
