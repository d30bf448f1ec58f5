import { inParallel } from '@stowage/core/internal'
import type { OnDuplicate } from '@stowage/core/types'
import { fingerprint } from '../io/fingerprint.ts'
import { systemReason } from '../io/system-reason.ts'
import type { ImportDestination } from './destination/destination.ts'
import type { FolderTree } from './folder/folder-tree.ts'
import type { SourceFile } from './source-file.ts'

/** A file whose content is known, and whether the store already has it. */
export interface CheckedFile {
  readonly file: SourceFile
  readonly sha256: string
  /** As the store would keep it. */
  readonly name: string
  /** `undefined` when the folder does not exist yet. */
  readonly folderId: string | null | undefined
  readonly isHere: boolean
}

/** What checking needs. */
export interface CheckContext {
  readonly destination: ImportDestination
  readonly folders: FolderTree
  readonly onDuplicate: OnDuplicate | undefined
  readonly signal: AbortSignal
  /** Called for a file that cannot be imported. */
  readonly onRefused: (file: SourceFile, reason: string) => void
}

/** Contents that one query can ask for. */
const BATCH_FILES = 100
/** Bytes. Files are sent soon after they were read, while the system still has them in memory. */
const BATCH_BYTES = 256 * 1024 ** 2
const READ_AT_ONCE = 4

/** Reads the files and looks them up, one batch ahead of the files being sent. */
export async function* checkedFiles(
  files: readonly SourceFile[],
  context: CheckContext,
): AsyncGenerator<CheckedFile, void, undefined> {
  let following: Promise<CheckedFile[]> | undefined
  for (const batch of batches(files)) {
    const current = following
    following = check(batch, context)
    // It is awaited once the batch before it is done.
    following.catch(() => {})
    if (current !== undefined) yield* await current
  }
  if (following !== undefined) yield* await following
}

function* batches(files: readonly SourceFile[]): Generator<SourceFile[]> {
  let batch: SourceFile[] = []
  let bytes = 0
  for (const file of files) {
    batch.push(file)
    bytes += file.size
    if (batch.length < BATCH_FILES && bytes < BATCH_BYTES) continue
    yield batch
    batch = []
    bytes = 0
  }
  if (batch.length > 0) yield batch
}

async function check(files: readonly SourceFile[], context: CheckContext): Promise<CheckedFile[]> {
  const { destination, folders, onRefused } = context
  const read: (Omit<CheckedFile, 'isHere'> | undefined)[] = files.map(() => undefined)
  await inParallel(files.entries(), READ_AT_ONCE, async ([index, file]) => {
    const folderId = await folders.find(file.folder)
    const sha256 = await readOrRefuse(file, context)
    if (sha256 === null) return
    if (file.sha256 !== undefined && file.sha256 !== sha256) {
      onRefused(file, 'is not the file that the manifest describes: its SHA-256 differs')
    } else read[index] = { file, sha256, name: destination.storedName(file.name), folderId }
  })
  const whole = read.filter((each) => each !== undefined)
  const here = await presentAmong(whole, context)
  const isHere = (each: (typeof whole)[number]) =>
    isLookedUp(each, context) && here.has(identityOf(each, context))
  return whole.map((each) => ({ ...each, isHere: isHere(each) }))
}

async function readOrRefuse(
  file: SourceFile,
  { signal, onRefused }: CheckContext,
): Promise<string | null> {
  try {
    return await fingerprint(file.path, signal)
  } catch (error) {
    signal.throwIfAborted()
    onRefused(file, systemReason(error))
    return null
  }
}

async function presentAmong(
  files: readonly Omit<CheckedFile, 'isHere'>[],
  context: CheckContext,
): Promise<ReadonlySet<string>> {
  const { destination, onDuplicate, signal } = context
  const askable = files.filter((file) => isLookedUp(file, context))
  const contents = [...new Set(askable.map(({ sha256 }) => sha256))]
  if (contents.length === 0) return new Set()
  const places = new Set(askable.map(({ folderId }) => folderId))
  const isAnywhere = places.size > 1 || onDuplicate === 'return'
  const folderId = isAnywhere ? undefined : askable[0]?.folderId
  const present = new Set<string>()
  for await (const stored of destination.withContents(contents, folderId, signal)) {
    present.add(identityOf(stored, context))
  }
  return present
}

/** A folder that does not exist yet has no files to look up. */
function isLookedUp(
  { folderId }: Pick<CheckedFile, 'folderId'>,
  { onDuplicate }: Pick<CheckContext, 'onDuplicate'>,
): boolean {
  return folderId !== undefined || onDuplicate === 'return'
}

/** What makes two files the same for this import: with `return` only their content. */
export function identityOf(
  file: Parameters<typeof locationOf>[0],
  { onDuplicate }: Pick<CheckContext, 'onDuplicate'>,
): string {
  return onDuplicate === 'return' ? file.sha256 : locationOf(file)
}

/** What makes two files the same: content, name and folder. */
export function locationOf(file: {
  readonly sha256: string
  readonly name: string
  readonly folderId: string | null | undefined
}): string {
  return JSON.stringify([file.sha256, file.folderId, file.name])
}
