import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { join } from 'node:path'
import type { SemaphoreOptions } from '../../async/semaphore.ts'
import { sizeOfPieces } from '../../blobs/piece-rules.ts'
import type { Piece, PiecedFile } from '../../blobs/piece-store.ts'
import { piecesLost } from '../../errors/blob-errors.ts'
import { invalidArgument } from '../../errors/invalid-argument.ts'
import { systemCode } from '../../errors/system-errors.ts'
import { memoryFile } from '../../staging/memory-file.ts'
import { MEMORY_LIMIT, stagedUpload } from '../../staging/stage-upload.ts'
import type { StagedUpload } from '../../staging/staged-upload.ts'
import { chunksOf } from '../../staging/upload-source.ts'
import { writeAll } from '../io/write-all.ts'
import { FilesystemStagingFile } from '../staging/staging-file.ts'
import type { PieceFolder } from './piece-folder.ts'
import { chunksOfPieces } from './read-pieces.ts'

/** The name, beside the segments, of the file that has the bytes of all. Only a whole one has it. */
const JOINED = 'joined'

export interface JoinRequest extends SemaphoreOptions {
  readonly size: number
  readonly sha256: string | null
}

/**
 * A small file is read into memory. The one segment that a process of ours has written becomes the file itself. Of
 * several segments, or of one that another process may still write to, a copy is made, once.
 */
export async function joinPieces(
  folder: PieceFolder,
  file: PiecedFile,
  request: JoinRequest,
): Promise<StagedUpload> {
  const { size, sha256, turn, signal } = request
  if (sizeOfPieces(file.pieces) !== size) {
    throw invalidArgument('size', 'The pieces have more or fewer bytes than the file.')
  }
  signal?.throwIfAborted()
  if (size <= MEMORY_LIMIT) return joinInMemory(folder, file, request)
  const whole = await onlySegment(folder, file)
  if (whole !== null && sha256 !== null) return opened(folder, whole, request)
  return folder.joins.run(
    async () => opened(folder, whole ?? (await copied(folder, file, request)), request),
    { turn, signal },
  )
}

/** The file at the path, read once when nobody knows its hash. */
async function opened(
  folder: PieceFolder,
  path: string,
  { size, sha256, turn, signal }: JoinRequest,
): Promise<StagedUpload> {
  const file = await folder.openFile(path, constants.O_RDWR, turn)
  const content = new FilesystemStagingFile({ ...file, whole: size, onDiscard: () => {} })
  try {
    const range = { start: 0, end: size }
    const digest = sha256 ?? (await digestOf(chunksOf(content.stream(range), signal)))
    return stagedUpload(size, digest, content)
  } catch (error) {
    await content.discard()
    throw error
  }
}

async function joinInMemory(
  folder: PieceFolder,
  file: PiecedFile,
  { size, sha256, turn }: JoinRequest,
): Promise<StagedUpload> {
  const chunks: Uint8Array[] = []
  for await (const chunk of chunksOfPieces(folder, file, { start: 0, end: size }, turn)) {
    chunks.push(chunk)
  }
  const joined = memoryFile([Buffer.concat(chunks)])
  if (sha256 !== null && sha256 !== joined.sha256) throw piecesLost()
  return joined
}

/** The path of the segment that has the file and nothing else, and that nobody will write to. */
async function onlySegment(
  folder: PieceFolder,
  { storage, pieces }: PiecedFile,
): Promise<string | null> {
  const [only] = pieces
  if (pieces.length > 1 || only === undefined) return null
  const path = folder.pathOf(storage, only.ref)
  return folder.isIdle(path) && (await isOfSize(folder, path, only.size)) ? path : null
}

async function copied(
  folder: PieceFolder,
  file: PiecedFile,
  { size, turn, signal }: JoinRequest,
): Promise<string> {
  const { fileSystem, directories } = folder
  const directory = folder.directoryOf(file.storage)
  const target = join(directory, JOINED)
  if (await isOfSize(folder, target, size)) return target
  const partial = `${target}-${folder.newSegment()}`
  const descriptor = await folder.create(partial, file.storage, turn)
  try {
    try {
      let position = 0
      const chunks = chunksOfPieces(folder, file, { start: 0, end: size }, turn)
      for await (const chunk of chunksOf(chunks, signal)) {
        const at = position
        await descriptor.write((fd) => writeAll(fileSystem, fd, [chunk], at))
        position += chunk.byteLength
      }
      await descriptor.sync()
    } finally {
      await descriptor.close()
    }
    await fileSystem.rename(partial, target)
    await directories.sync(directory)
    return target
  } catch (error) {
    await fileSystem.unlink(partial).catch(() => {})
    // Made here when all that was in it is gone.
    await directories.prune(directory)
    throw error
  }
}

async function isOfSize(folder: PieceFolder, path: string, size: Piece['size']): Promise<boolean> {
  try {
    const found = await folder.fileSystem.stat(path)
    return found.isFile() && found.size === size
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return false
    throw error
  }
}

async function digestOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of chunks) hash.update(chunk)
  return hash.digest('hex')
}
