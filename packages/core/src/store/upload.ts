import { randomUUID } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { Analysis, AnalysisIssue, Analyzer } from '../analysis/analyzer.ts'
import { type Asset, blobKeysOf } from '../asset/asset.ts'
import { type Clock, formatTimestamp } from '../asset/timestamp.ts'
import { isStowageError, StowageError } from '../errors/stowage-error.ts'
import { abortable } from '../intake/abortable.ts'
import { sanitizeFileName } from '../intake/file-name.ts'
import { takeIn } from '../intake/intake.ts'
import { discardSource, nameOfSource } from '../intake/source.ts'
import type { Principal } from '../keys/api-key.ts'
import type { BlobStore } from '../ports/blob-store.ts'
import type { MetadataStore, NewAsset } from '../ports/metadata-store.ts'
import type { StagedFile, Staging } from '../ports/staging.ts'
import type { UploadInput } from './asset-store.ts'
import type { BlobKeys } from './blob-keys.ts'
import { checkedFile } from './checked-file.ts'
import type { Garbage } from './garbage.ts'
import type { StoreLimits } from './limits.ts'
import { judge, type Policy, quotaOf } from './policy.ts'
import { assetsOfThen, uploadMark } from './repeated-upload.ts'
import { settled } from './settled.ts'
import type { Variants } from './variants.ts'

export interface UploaderOptions {
  readonly metadata: MetadataStore
  readonly blobs: BlobStore
  readonly staging: Staging
  readonly analyzer: Analyzer
  readonly policy: Policy
  readonly limits: StoreLimits
  readonly keys: BlobKeys
  readonly garbage: Garbage
  readonly variants: Variants
  readonly clock: Clock
}

export interface UploadRequest {
  readonly tenant: string
  readonly files: Iterable<UploadInput> | AsyncIterable<UploadInput>
  readonly principal: Principal | undefined
  readonly idempotencyKey: string | undefined
  readonly signal: AbortSignal | undefined
}

/** A stored file and what analysis could not tell of it. */
export interface Uploaded {
  readonly asset: Asset
  /** `false` when this upload was made before, and the asset is of then. */
  readonly isNew: boolean
  readonly issues: readonly AnalysisIssue[]
}

/** One file on its way: taken in, looked at and allowed, its blobs being put. */
interface Arrival {
  /** Frees what staging holds; keeps no bytes itself. */
  readonly discard: () => Promise<void>
  readonly record: Omit<NewAsset, 'createdAt'>
  readonly issues: readonly AnalysisIssue[]
  /** Settles when no put is under way any more; rejects when one failed. */
  readonly put: Promise<unknown>
  /** Whether `put` has rejected already. */
  readonly hasFailed: () => boolean
}

/** The one way in: every file of every entry point goes through here. All files are stored, or none. */
export function createUploader(
  options: UploaderOptions,
): (request: UploadRequest) => Promise<readonly Uploaded[]> {
  const { metadata, blobs, staging, analyzer, policy, limits, keys, garbage, variants, clock } =
    options

  return async function upload(request) {
    const { files, signal } = request
    const arrivals: Arrival[] = []
    const refusals: StowageError[] = []
    try {
      let index = 0
      for await (const input of abortable(files, signal)) {
        if (index === limits.filesPerUpload) throw tooManyFiles(limits.filesPerUpload)
        try {
          arrivals.push(await receive(input, request))
        } catch (error) {
          const refusal = atIndex(error, index)
          if (!isRefusalOfContent(refusal)) throw refusal
          refusals.push(refusal)
        }
        index += 1
        // What cannot be stored need not be taken in.
        if (arrivals.some(({ hasFailed }) => hasFailed())) break
      }
      if (index === 0) throw new StowageError('file_missing', 'The upload holds no file.')
      if (refusals.length > 0) throw allOf(refusals)
      await Promise.all(arrivals.map(({ put }) => put))
      signal?.throwIfAborted()
      return await commit(request, arrivals)
    } catch (error) {
      await Promise.allSettled(arrivals.map(({ put }) => put))
      await garbage.undo(
        arrivals.flatMap(({ record }) => blobKeysOf(record)),
        error,
      )
      if (!isStowageError(error, 'upload_repeated')) throw error
      const assets = await assetsOfThen(metadata, error)
      return assets.map((asset) => ({ asset, isNew: false, issues: [] }))
    } finally {
      await Promise.all(arrivals.map(({ discard }) => discard()))
    }
  }

  async function receive(
    input: UploadInput,
    { tenant, principal, signal }: UploadRequest,
  ): Promise<Arrival> {
    const { source, sha256 } = input
    const name = sanitizeFileName(input.name ?? nameOfSource(source) ?? '')
    const file = await takeIn(source, { staging, limit: limits.fileSize, signal }).catch(
      (error) => {
        discardSource(source)
        throw error
      },
    )
    try {
      if (sha256 !== undefined && sha256 !== file.sha256) throw digestMismatch()
      const { facts, issues } = await analyze(file, name, signal)
      const status = await judge(
        policy,
        file,
        Object.assign({}, facts, { name, size: file.size }),
        signal,
      )
      const blobKey = await keys.take()
      const original = blobs.put(blobKey, file, signal === undefined ? {} : { signal })
      // Awaited with all the others; until then a failure must not count as unhandled.
      original.catch(() => {})
      const made = await variants
        .makeWithUpload(file, facts, { tenant, signal })
        .catch((error) => abandon(blobKey, original, error))
      const put = settled([original, made.put])
      let failed = false
      put.catch(() => {
        failed = true
      })
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
      return { discard: file.discard, record, issues, put, hasFailed: () => failed }
    } catch (error) {
      await file.discard()
      throw error
    }
  }

  /** A file of an unknown kind is stored; a file that our own disk does not give back is not. */
  async function analyze(
    staged: StagedFile,
    name: string,
    signal: AbortSignal | undefined,
  ): Promise<Analysis> {
    const { file, assertRead } = checkedFile(staged)
    const analysis = await analyzer.analyze(file, { name, ...(signal && { signal }) })
    assertRead()
    return analysis
  }

  /** The variants could not be made, so the original goes too. */
  async function abandon(blobKey: string, original: Promise<void>, error: unknown): Promise<never> {
    await Promise.allSettled([original])
    await garbage.undo([blobKey], error)
    throw error
  }

  async function commit(
    { tenant, principal, idempotencyKey }: UploadRequest,
    arrivals: readonly Arrival[],
  ): Promise<Uploaded[]> {
    const records = arrivals.map(({ record }) => record)
    const assets = await metadata.insert({
      tenant,
      assets: records.map((record) => ({ createdAt: formatTimestamp(clock()), ...record })),
      keyId: principal?.kind === 'key' ? principal.id : null,
      quota: await quotaOf(policy, tenant),
      ...(idempotencyKey !== undefined && {
        once: uploadMark(idempotencyKey, principal, records, clock()),
      }),
    })
    return assets.map((asset, index) => ({
      asset,
      isNew: true,
      issues: arrivals[index]?.issues ?? [],
    }))
  }
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
