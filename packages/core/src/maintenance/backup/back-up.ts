import { join, resolve } from 'node:path'
import { inParallel } from '../../async/in-parallel.ts'
import { LinkedAbort } from '../../async/linked-abort.ts'
import type { BlobStore } from '../../blobs/blob-store.ts'
import { deleteBlob } from '../../blobs/delete-blob.ts'
import { invalidArgument } from '../../errors/invalid-argument.ts'
import { StowageError } from '../../errors/stowage-error.ts'
import { translateErrors } from '../../errors/system-errors.ts'
import { disk } from '../../filesystem/blobs/blobs.ts'
import type { HeldLease, Leases } from '../../leases/leases.ts'
import type { MetadataStore } from '../../ports/metadata-store.ts'
import { openSqliteMetadata } from '../../sqlite/metadata/open-sqlite-metadata.ts'
import type { DeletionPause } from '../deletion-pause.ts'
import { pauseDeletion } from '../pause-deletion.ts'
import { checkBlob, type ExpectedFile, fileOfVersion, filesOf } from '../verify/check-blob.ts'
import type { FileProblem } from '../verify/problem.ts'
import { type BackupDirectory, openBackupDirectory } from './backup-directory.ts'
import type { BackupOptions, BackupProgress, BackupReport } from './backup-report.ts'
import { checkedCopy } from './checked-copy.ts'
import { DATABASE } from './database-file.ts'

const RECORDS = 256
const BLOBS = 500
/** Files copied at a time. */
const PARALLEL = 4
/** The time of the copy's clock, in microseconds: everything reserved or claimed in the copy is due. */
const END_OF_TIME = Date.UTC(2200, 0) * 1000

/** What a backup needs of the store. */
interface BackUpSource {
  readonly metadata: MetadataStore
  readonly blobs: BlobStore
  readonly leases: Leases
  /** Ends a backup under way. */
  readonly closing: AbortSignal
  readonly onError: (error: unknown) => void
}

interface Work {
  readonly blobs: BlobStore
  /** No blob of the snapshot is deleted meanwhile. */
  readonly pause: DeletionPause
  readonly signal: AbortSignal
  readonly onProgress: (progress: BackupProgress) => void
}

/**
 * `StoreAdmin.backup`. First makes a snapshot of the database, then copies every blob that the snapshot's
 * records name. The snapshot replaces the previous one only when all blobs are durable.
 */
export async function backUp(source: BackUpSource, options: BackupOptions): Promise<BackupReport> {
  const { metadata, leases, closing, onError } = source
  if (metadata.backup === undefined) {
    throw invalidArgument(
      'metadata',
      'This database has tools of its own: take `pause = await store.admin.pauseDeletion()`, dump it, copy the blobs, then `pause.resume()`.',
    )
  }
  const alone = await leases.take('backup')
  if (alone === null) {
    throw new StowageError('unavailable', 'Another backup of this store runs. Try again later.')
  }
  const ending = new LinkedAbort(options.signal, closing)
  try {
    return await translateErrors(() => copyStore(source, options, alone, ending.signal))
  } finally {
    ending.unlink()
    await alone.release().catch(onError)
  }
}

async function copyStore(
  source: BackUpSource,
  options: BackupOptions,
  alone: HeldLease,
  signal: AbortSignal,
): Promise<BackupReport> {
  const root = resolve(options.directory)
  const directory = await openBackupDirectory(root)
  const target = disk({ directory: root })
  let copied: Omit<BackupReport, 'removed'>
  try {
    copied = await fill(directory, target, source, options, signal)
    // Two backups at once would take each other's files for those of an earlier backup.
    alone.assertHeld()
  } catch (error) {
    await directory.abandon()
    throw error
  }
  await directory.place()
  try {
    const removed = await withDatabase(directory.incoming, (placed) =>
      prune(placed, target, alone, signal),
    )
    return { ...copied, removed }
  } finally {
    await directory.finish()
  }
}

/** Writes the new database, and every blob that it needs. */
async function fill(
  { incoming, trusted }: BackupDirectory,
  target: BlobStore,
  { metadata, blobs, leases, onError }: BackUpSource,
  { checksums = false, onProgress = () => {} }: BackupOptions,
  signal: AbortSignal,
): Promise<Omit<BackupReport, 'removed'>> {
  // Before the snapshot, so that no blob it names was purged when the pause began.
  const pause = await pauseDeletion(leases)
  try {
    await metadata.backup?.(incoming, { signal })
    const copied = await withDatabase(incoming, async (snapshot) => {
      await dropReservations(snapshot)
      const work = { blobs, pause, signal, onProgress }
      return copyBlobs(snapshot, target, trusted && !checksums, work)
    })
    pause.assertPaused()
    signal.throwIfAborted()
    return copied
  } finally {
    await pause.resume().catch(onError)
  }
}

async function withDatabase<Result>(
  directory: string,
  work: (metadata: MetadataStore) => Promise<Result>,
): Promise<Result> {
  const metadata = await openSqliteMetadata({
    file: join(directory, DATABASE),
    clock: () => END_OF_TIME,
  })
  try {
    return await work(metadata)
  } finally {
    await metadata.close()
  }
}

async function copyBlobs(
  snapshot: MetadataStore,
  target: BlobStore,
  trusted: boolean,
  { blobs, pause, signal, onProgress }: Work,
): Promise<Omit<BackupReport, 'removed'>> {
  const done = { records: 0, copied: 0, bytes: 0, kept: 0 }
  const problems: FileProblem[] = []

  /** Copies a file, or returns what is wrong with it. */
  async function copy({ size, sha256, ...file }: ExpectedFile): Promise<FileProblem | null> {
    signal.throwIfAborted()
    const expected = { blobKey: file.blobKey, size, sha256 }
    const there = await checkBlob(target, expected, { checksums: !trusted, signal })
    if (there === null) {
      done.kept += 1
      return null
    }
    if (there.kind !== 'missing') await deleteBlob(target, file.blobKey)
    try {
      await target.put(file.blobKey, checkedCopy(blobs, expected), { signal })
    } catch (error) {
      signal.throwIfAborted()
      // A blob that was deleted because the pause lapsed is not damage.
      pause.assertPaused()
      const fault = await checkBlob(blobs, expected, { checksums: true, signal })
      if (fault === null || fault.kind === 'unreadable') throw error
      return { ...file, ...fault }
    }
    done.copied += 1
    done.bytes += size
    return null
  }

  async function copyAll(files: readonly ExpectedFile[]): Promise<void> {
    for (const problem of await inParallel(files, PARALLEL, copy)) {
      if (problem !== null) problems.push(problem)
    }
  }

  let afterId: string | null = null
  while (true) {
    const page = await snapshot.assets.listAll({ afterId, limit: RECORDS })
    await copyAll(page.flatMap(filesOf))
    pause.assertPaused()
    done.records += page.length
    onProgress({ ...done })
    afterId = page.at(-1)?.id ?? null
    if (afterId === null) break
  }
  while (true) {
    const page = await snapshot.versions.listAll({ afterId, limit: RECORDS })
    await copyAll(page.map(fileOfVersion))
    pause.assertPaused()
    onProgress({ ...done })
    afterId = page.at(-1)?.id ?? null
    if (afterId === null) return { ...done, problems }
  }
}

/** Drops the uploads and deletions that were under way at the snapshot: the copy has none of their blobs. */
async function dropReservations(snapshot: MetadataStore): Promise<void> {
  while (true) {
    const keys = await snapshot.blobs.claim({ due: true, limit: BLOBS })
    if (keys.length === 0) return
    await snapshot.blobs.recordDeletions({ deleted: keys, retryAfter: 0 })
  }
}

/** Removes files that only the previous backup needed. */
async function prune(
  metadata: MetadataStore,
  target: BlobStore,
  alone: HeldLease,
  signal: AbortSignal,
): Promise<number> {
  let removed = 0
  let batch: string[] = []
  const removeUnowned = async () => {
    const orphans = await metadata.blobs.filterOrphans(batch)
    alone.assertHeld()
    await target.delete(orphans)
    removed += orphans.length
    batch = []
  }
  for await (const { key } of target.list({ signal })) {
    if (batch.push(key) >= BLOBS) await removeUnowned()
  }
  await removeUnowned()
  return removed
}
