import type { Readable } from 'node:stream'
import type { Asset } from '@stowage/core'
import {
  type BlobFault,
  blobKeysOf,
  callback,
  checkBlob,
  checkOptions,
  deleteBlob,
  type ExpectedFile,
  type FileProblem,
  fileOfVersion,
  filesOf,
  flag,
  having,
  inParallel,
  integer,
  invalidArgument,
  MOVES_FILES,
  type OptionChecks,
  required,
  type StagedUpload,
  stageUpload,
  text,
} from '@stowage/core/internal'
import type { MetadataStore, Staging } from '@stowage/core/ports'
import { withExclusiveLease } from '../leases/with-exclusive-lease.ts'
import { blobStore, metadataStore } from '../options/move-checks.ts'
import { formatCursor, parseCursor } from './cursor.ts'
import type { BlobMove } from './moving-blobs.ts'

const RECORDS = 256
/** Blobs that may be copied at a time. */
export const MAX_PARALLEL = 64
/** Problems after which a run stops: by then, a wrong folder or bucket is more likely. */
const MAX_PROBLEMS = 1000

/** What `moveBlobs` copies, from where to where. */
export interface MoveBlobsOptions extends BlobMove {
  /** The records whose blobs are moved, of all tenants. Not closed. */
  readonly metadata: MetadataStore
  /** Where blobs over 256 KiB wait between `from` and `to`. Default: the staging of `to`, when it has one. */
  readonly staging?: Staging
  /** Blobs copied at a time. Default 4; 1 to 64. */
  readonly parallel?: number
  /**
   * Reads the blobs that `to` already has, and compares their checksums. `false` compares only sizes: enough when an
   * earlier run has read or copied them. Default `true`.
   */
  readonly checksums?: boolean
  /** Where an earlier run stopped. Default: the beginning, which is correct too, and skips existing copies. */
  readonly cursor?: string
  /** Ends the run. Another run continues it. */
  readonly signal?: AbortSignal
  /** Called repeatedly during the run. What it throws ends the run. */
  readonly onProgress?: (progress: MoveProgress) => void
}

/** How much has been moved. */
export interface MoveProgress {
  /** Records whose blobs have all been looked at. */
  readonly records: number
  /** Blobs that this run copied. */
  readonly copied: number
  /** Bytes that this run copied. */
  readonly bytes: number
  /** Blobs that were already in `to`, whole. */
  readonly kept: number
  /** Blobs that no record named any more on their turn: purged or replaced meanwhile. */
  readonly gone: number
  /** Where another run can continue; `null` at the end. */
  readonly cursor: string | null
}

/** What `moveBlobs` copied, and what it could not. */
export interface MoveReport extends MoveProgress {
  /**
   * Blobs that are missing, damaged or unreadable in `from`, and so were not copied, in the order of their records.
   * After 1000 the run stops.
   */
  readonly problems: readonly FileProblem[]
}

const OPTIONS: OptionChecks<MoveBlobsOptions> = {
  from: required(blobStore),
  to: required(blobStore),
  metadata: required(metadataStore),
  staging: having('a staging area, such as that of disk({ directory })', 'create'),
  parallel: integer(1, MAX_PARALLEL),
  checksums: flag,
  cursor: text,
  signal: having('an AbortSignal', 'addEventListener'),
  onProgress: callback,
}

/**
 * Copies every blob that a record names from `from` to `to`, unless `to` has it, while the store is in use. Every
 * process that uses the store must have `movingBlobs({ from, to })` as its blobs before this begins and until it has
 * ended. Then `to` has everything. Deletes nothing in `from`. This run misses blobs that another process puts only into
 * `from` meanwhile: run it again once no process does so any more.
 *
 * Compares each copy with the checksum of its record, and reads existing copies. Replaces a copy that a crash cut off.
 * Reports damaged blobs and goes on. Constant memory.
 *
 * Rejects with `unavailable` while another process moves the same store, or when a backend fails. Then, and after
 * an abort or a crash, call it again.
 */
export async function moveBlobs(options: MoveBlobsOptions): Promise<MoveReport> {
  checkOptions<MoveBlobsOptions>('moveBlobs', options, OPTIONS)
  const {
    metadata,
    to,
    staging = to.staging,
    parallel = 4,
    checksums = true,
    signal,
    cursor,
  } = options
  if (staging === undefined) {
    throw invalidArgument(
      'staging',
      'The new blob store has no staging of its own: pass `staging`, such as disk({ directory }).staging.',
    )
  }
  const after = cursor === undefined ? null : parseCursor(cursor)
  return withExclusiveLease({ metadata, name: MOVES_FILES, signal }, (until) =>
    copyAll(after, { ...options, staging, parallel, checksums, signal: until }),
  )
}

interface Work extends MoveBlobsOptions {
  readonly staging: Staging
  readonly parallel: number
  readonly checksums: boolean
  readonly signal: AbortSignal
}

async function copyAll(start: string | null, work: Work): Promise<MoveReport> {
  const { metadata, parallel, signal, onProgress = () => {} } = work
  const done = { records: 0, copied: 0, bytes: 0, kept: 0, gone: 0 }
  const problems: FileProblem[] = []

  /** Copies one file, or returns what is wrong with it. */
  async function copyOne(asset: Asset, file: ExpectedFile): Promise<FileProblem | null> {
    signal.throwIfAborted()
    const result = await copyBlob(file, work)
    if (result === 'kept') done.kept += 1
    else if (result === 'copied') {
      done.copied += 1
      done.bytes += file.size
      await removeIfPurged(asset.id, file.blobKey, work)
    } else if (await isNamed(asset.id, file.blobKey, metadata)) {
      const { size: _size, sha256: _sha256, ...owner } = file
      return { ...owner, ...result }
    } else {
      done.gone += 1
    }
    return null
  }

  /** Copies the files of one asset. Returns what is wrong with them. */
  async function copyFilesOf(asset: Asset): Promise<readonly FileProblem[]> {
    const found: FileProblem[] = []
    for (const file of await allFilesOf(asset, metadata)) {
      const problem = await copyOne(asset, file)
      if (problem !== null) found.push(problem)
    }
    return found
  }

  let after = start
  while (true) {
    const page = await metadata.assets.listAll({ afterId: after, limit: RECORDS })
    const found = await inParallel(page, parallel, copyFilesOf)
    problems.push(...found.flat())
    signal.throwIfAborted()
    done.records += page.length
    after = page.at(-1)?.id ?? null
    const cursor = after === null ? null : formatCursor(after)
    onProgress({ ...done, cursor })
    if (cursor === null || problems.length >= MAX_PROBLEMS) return { ...done, problems, cursor }
  }
}

/** The files of an asset and of its versions, all as of one moment: later files go into the new blob store. */
async function allFilesOf(
  asset: Asset,
  { assets, versions }: MetadataStore,
): Promise<readonly ExpectedFile[]> {
  for (let known = asset; ; ) {
    const replaced = await versions.list(known.id)
    const now = await assets.get({ id: known.id })
    if (now === null || now.updatedAt === known.updatedAt) {
      return [...filesOf(known), ...replaced.map(fileOfVersion)]
    }
    known = now
  }
}

/** Copies a blob, or returns what is wrong with it in `from`. */
async function copyBlob(
  file: ExpectedFile,
  { from, to, staging, checksums, signal }: Work,
): Promise<'copied' | 'kept' | BlobFault> {
  // An upload puts a blob into `to` before its record names it, so a blob that `from` lacks is whole in `to`.
  const reads = checksums && (await from.stat(file.blobKey)) !== null
  const there = await checkBlob(to, file, { checksums: reads, signal })
  if (there === null) return 'kept'
  if (!reads && (await from.stat(file.blobKey)) === null) return there
  if (there.kind === 'unreadable') throw there.error
  const taken = await stageBlob(file, { from, staging, signal })
  if ('kind' in taken) return taken
  try {
    if (there.kind !== 'missing') await deleteBlob(to, file.blobKey)
    await to.put(file.blobKey, taken, { signal })
    return (await checkBlob(to, file, { checksums: false, signal })) ?? 'copied'
  } finally {
    await taken.discard()
  }
}

/** Stages the blob, or returns what is wrong with it. Rejects when staging fails. */
async function stageBlob(
  file: ExpectedFile,
  { from, staging, signal }: Pick<Work, 'from' | 'staging' | 'signal'>,
): Promise<StagedUpload | BlobFault> {
  let failure: unknown
  try {
    const source: Uint8Array | Readable = await from.read(file.blobKey, { signal })
    const taken = await stageUpload(source, { staging, limit: file.size, signal })
    if (taken.size === file.size && taken.sha256 === file.sha256) return taken
    await taken.discard()
  } catch (error) {
    failure = error
  }
  const fault = await checkBlob(from, file, { checksums: true, signal })
  if (fault !== null) return fault
  throw failure ?? new Error('A blob read differently twice.')
}

/**
 * Deletes the copy of a blob that was purged during the copy. No record can name the key again. Even without this the
 * copy would not stay: a claim deletes a second time, one grace time later. Only a process that was suspended for
 * longer could put its copy after that.
 */
async function removeIfPurged(
  assetId: string,
  blobKey: string,
  { metadata, to }: Work,
): Promise<void> {
  if (!(await isNamed(assetId, blobKey, metadata))) await deleteBlob(to, blobKey)
}

async function isNamed(
  assetId: string,
  blobKey: string,
  metadata: MetadataStore,
): Promise<boolean> {
  const asset = await metadata.assets.get({ id: assetId })
  if (asset === null) return false
  if (blobKeysOf(asset).includes(blobKey)) return true
  const versions = await metadata.versions.list(assetId)
  return versions.some((version) => version.blobKey === blobKey)
}
