import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Analysis, AnalysisIssue, Analyzer } from '@stowage/analysis'
import { v7 as uuidv7 } from 'uuid'
import type { UploadInput } from '../asset-store/asset-store.ts'
import type { StoreLimits } from '../asset-store/limits.ts'
import { raceAbort } from '../async/abortable.ts'
import { allSettledOrThrow } from '../async/all-settled.ts'
import type { BlobCollector } from '../blobs/blob-collector.ts'
import type { ReservedKeys } from '../blobs/reserved-keys.ts'
import { isStowageError, StowageError } from '../errors/stowage-error.ts'
import type { Principal } from '../model/api-key.ts'
import { type Asset, blobKeysOf } from '../model/asset.ts'
import { sanitizeFileName } from '../model/file-name.ts'
import { type Clock, formatTimestamp } from '../model/timestamp.ts'
import type { BlobStore } from '../ports/blob-store.ts'
import type { MetadataStore, NewAsset } from '../ports/metadata-store.ts'
import type { StagedFile, Staging } from '../ports/staging.ts'
import { stageUpload } from '../staging/stage-upload.ts'
import { discardSource, nameOfSource } from '../staging/upload-source.ts'
import { createPatience, type Patience } from '../variants/patience.ts'
import type { NewVariants, Variants } from '../variants/variants.ts'
import { checkedFile } from './checked-file.ts'
import { idempotencyRecord, replayedAssets } from './idempotency.ts'
import { createQuotaShares, type QuotaShare } from './quota-shares.ts'
import { sourceFailure } from './source-failure.ts'
import { inputsOf, requireUploadInput } from './upload-inputs.ts'
import { enforceUploadPolicy, type Policy, quotaOf } from './upload-policy.ts'

export interface UploaderOptions {
  readonly metadata: MetadataStore
  readonly blobs: BlobStore
  readonly staging: Staging
  readonly analyzer: Analyzer<StagedFile>
  readonly policy: Policy
  readonly limits: StoreLimits
  readonly keys: ReservedKeys
  readonly collector: BlobCollector
  readonly variants: Variants
  /** Milliseconds that an upload waits for variants of its files in vain. */
  readonly variantWait: number
  readonly clock: Clock
}

export interface UploadRequest {
  readonly tenant: string
  readonly files: Iterable<UploadInput> | AsyncIterable<UploadInput>
  readonly principal: Principal | undefined
  readonly idempotencyKey: string | undefined
  /** Bytes that the files will have at least. */
  readonly expectedBytes: number
  readonly signal: AbortSignal
}

/** A stored file and what analysis could not tell of it. */
export interface Uploaded {
  readonly asset: Asset
  /** `false` when this upload was made before, and the asset is of then. */
  readonly isNew: boolean
  readonly issues: readonly AnalysisIssue[]
}

/** One file on its way: taken in, looked at and allowed, its blobs being put. */
interface PendingFile {
  /** Kept until the insert, which may have to be repeated with other blobs. */
  readonly file: StagedFile
  /** Frees what staging holds. */
  readonly discard: () => Promise<void>
  readonly record: Omit<NewAsset, 'createdAt'>
  readonly made: NewVariants
  readonly issues: readonly AnalysisIssue[]
  /** Settles when no put is under way any more; rejects when one failed. */
  readonly put: Promise<unknown>
  /** Whether `put` has rejected already. */
  readonly hasFailed: () => boolean
}

/** What all files of an upload have together. */
interface Bounds {
  readonly share: QuotaShare | null
  readonly patience: Patience
}

/** Files of one upload whose blobs are put at once. More would only make the uploads of others wait for the disk. */
const MAX_UNDER_WAY = 8

/** The one way in: every file of every entry point goes through here. All files are stored, or none. */
export function createUploader(
  options: UploaderOptions,
): (request: UploadRequest) => Promise<readonly Uploaded[]> {
  const { metadata, blobs, staging, analyzer, policy, limits } = options
  const { keys, collector, variants, variantWait, clock } = options
  const shares = createQuotaShares({ policy, metadata })

  return async function upload(request) {
    const { files, tenant, idempotencyKey, signal } = request
    const isRepeatable = idempotencyKey !== undefined
    const share = shares({ tenant, isRepeatable, signal })
    const patience = createPatience(variantWait)
    const arrivals: PendingFile[] = []
    const refusals: StowageError[] = []
    try {
      await share?.expect(request.expectedBytes)
      let index = 0
      for await (const input of inputsOf(files, signal)) {
        if (index === limits.filesPerUpload) throw tooManyFiles(limits.filesPerUpload)
        try {
          arrivals.push(await receive(input, request, { share, patience }))
        } catch (error) {
          const refusal = atIndex(error, index)
          if (!isRefusalOfContent(refusal)) throw refusal
          refusals.push(refusal)
        }
        index += 1
        // What cannot be stored need not be taken in.
        if (arrivals.some(({ hasFailed }) => hasFailed())) break
        // Files that came together would be looked at in one turn of the event loop: others come in between.
        if (index > 1) await nextTurn()
        const before = arrivals.at(-MAX_UNDER_WAY)
        if (before !== undefined) await raceAbort(Promise.allSettled([before.put]), signal)
      }
      if (index === 0) throw new StowageError('file_missing', 'The upload holds no file.')
      if (refusals.length > 0) throw allOf(refusals)
      await Promise.all(arrivals.map(({ put }) => put))
      signal.throwIfAborted()
      const quota = await quotaOf(policy, tenant, signal)
      share?.release()
      return await commitOrPutAgain(request, quota, arrivals)
    } catch (error) {
      await Promise.allSettled(arrivals.map(({ put }) => put))
      await collector.rollback(blobKeysOfAll(arrivals), error)
      if (!isStowageError(error, 'upload_repeated')) throw error
      const assets = await replayedAssets(metadata, error)
      return assets.map((asset) => ({ asset, isNew: false, issues: [] }))
    } finally {
      share?.release()
      await Promise.all(arrivals.map(({ discard }) => discard()))
    }
  }

  async function receive(
    input: UploadInput,
    { tenant, principal, signal }: UploadRequest,
    { share, patience }: Bounds,
  ): Promise<PendingFile> {
    const { source, sha256 } = requireUploadInput(input)
    const name = sanitizeFileName(input.name ?? nameOfSource(source) ?? '')
    const onBytes = share?.receive
    const taking = stageUpload(source, { staging, limit: limits.fileSize, signal, onBytes })
    const file = await taking.catch((error) => {
      discardSource(source)
      throw sourceFailure(error, signal)
    })
    try {
      if (sha256 !== undefined && sha256 !== file.sha256) throw digestMismatch()
      const { facts, issues } = await analyze(file, name, signal)
      const status = await enforceUploadPolicy(
        policy,
        file,
        Object.assign({}, facts, { name, size: file.size }),
        signal,
      )
      const blobKey = await raceAbort(keys.next(), signal)
      const original = blobs.put(blobKey, file, { signal })
      // Awaited with all the others; until then a failure must not count as unhandled.
      original.catch(() => {})
      const made = await variants
        .makeWithUpload(file, facts, { tenant, patience, signal })
        .catch((error) => abandon(blobKey, original, error))
      const { size, sha256: digest } = file
      const { type, mimeType, extension, charset, width, height, durationSeconds } = facts
      const record = {
        id: uuidv7(),
        publicFileId: randomUUID(),
        name,
        type,
        mimeType,
        extension,
        charset,
        width,
        height,
        durationSeconds,
        size,
        sha256: digest,
        status,
        isFavourite: false,
        folderId: null,
        createdBy: principal?.id ?? null,
        blobKey,
        variants: made.variants,
        failedVariants: made.failed,
      }
      const { discard } = file
      return { file, discard, record, made, issues, ...underWay([original, made.put]) }
    } catch (error) {
      await file.discard()
      throw error
    }
  }

  /** A file of an unknown kind is stored; a file that our own disk does not give back is not. */
  async function analyze(staged: StagedFile, name: string, signal: AbortSignal): Promise<Analysis> {
    const { file, assertRead } = checkedFile(staged)
    const analysis = await raceAbort(analyzer.analyze(file, { name, signal }), signal)
    assertRead()
    return analysis
  }

  /** The variants could not be made, so the original goes too. */
  async function abandon(blobKey: string, original: Promise<void>, error: unknown): Promise<never> {
    await Promise.allSettled([original])
    await collector.rollback([blobKey], error)
    throw error
  }

  /**
   * Another process claimed the keys, because its clock is ahead or this one was suspended, and probably all
   * that this process has reserved: once more, under keys that are reserved now.
   */
  async function commitOrPutAgain(
    request: UploadRequest,
    quota: number | null,
    arrivals: PendingFile[],
  ) {
    try {
      return await commit(request, quota, arrivals)
    } catch (error) {
      if (!isStowageError(error, 'reservation_lost')) throw error
      await collector.rollback(blobKeysOfAll(arrivals), error)
      await putAllAgain(arrivals, request.signal).catch((failure) => {
        request.signal.throwIfAborted()
        // What was staged may have been swept like the reservations: they are why this upload failed.
        throw isStowageError(failure, 'unavailable') ? error : failure
      })
    }
    return commit(request, quota, arrivals)
  }

  async function putAllAgain(arrivals: PendingFile[], signal: AbortSignal): Promise<void> {
    keys.drop()
    for (const [index, arrival] of arrivals.entries()) {
      arrivals[index] = await putAgain(arrival, signal)
    }
    await Promise.all(arrivals.map(({ put }) => put))
    signal.throwIfAborted()
  }

  async function putAgain(arrival: PendingFile, signal: AbortSignal): Promise<PendingFile> {
    const { file } = arrival
    const blobKey = await raceAbort(keys.next(), signal)
    const made = await arrival.made.again()
    // From the first put on nothing may fail but puts.
    const original = blobs.put(blobKey, file, { signal })
    const record = Object.assign({}, arrival.record, { blobKey, variants: made.variants })
    return Object.assign({}, arrival, { record, made, ...underWay([original, made.put]) })
  }

  async function commit(
    { tenant, principal, idempotencyKey }: UploadRequest,
    quota: number | null,
    arrivals: readonly PendingFile[],
  ): Promise<Uploaded[]> {
    const records = arrivals.map(({ record }) => record)
    const assets = await metadata.insert({
      tenant,
      assets: records.map((record) => ({ createdAt: formatTimestamp(clock()), ...record })),
      keyId: principal?.kind === 'key' ? principal.id : null,
      quota,
      ...(idempotencyKey !== undefined && {
        idempotency: idempotencyRecord(idempotencyKey, principal, records),
      }),
    })
    return assets.map((asset, index) => ({
      asset,
      isNew: true,
      issues: arrivals[index]?.issues ?? [],
    }))
  }
}

function underWay(puts: readonly Promise<unknown>[]): Pick<PendingFile, 'put' | 'hasFailed'> {
  let failed = false
  const put = allSettledOrThrow(puts)
  put.catch(() => {
    failed = true
  })
  return { put, hasFailed: () => failed }
}

function blobKeysOfAll(arrivals: readonly PendingFile[]): string[] {
  return arrivals.flatMap(({ record }) => blobKeysOf(record))
}

const REFUSALS_OF_CONTENT = ['type_not_allowed', 'digest_mismatch', 'file_rejected'] as const

function isRefusalOfContent(error: unknown): error is StowageError {
  return isStowageError(error, ...REFUSALS_OF_CONTENT)
}

/** The same error, saying which file of the upload it is about. */
function atIndex(error: unknown, index: number): unknown {
  if (!isStowageError(error) || 'index' in error.context) return error
  const { code, message, context, cause } = error
  return new StowageError(code, message, { context: { ...context, index }, cause })
}

function allOf(refusals: readonly StowageError[]): StowageError {
  const [first] = refusals
  if (refusals.length === 1 && first !== undefined) return first
  return new StowageError(
    'upload_refused',
    `${refusals.length} files were refused; none is stored.`,
    {
      errors: refusals,
    },
  )
}

function tooManyFiles(limit: number): StowageError {
  return new StowageError('too_many_files', `An upload may hold at most ${limit} files.`, {
    context: { limit },
  })
}

function digestMismatch(): StowageError {
  return new StowageError(
    'digest_mismatch',
    'The bytes do not have the SHA-256 that was announced: they changed on the way, or the digest is of another file.',
  )
}
