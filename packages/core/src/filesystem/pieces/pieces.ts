import { Readable } from 'node:stream'
import { Semaphore } from '../../async/semaphore.ts'
import { newBlobKey } from '../../blobs/blob-key.ts'
import type { PieceStore } from '../../blobs/piece-store.ts'
import { translateEachError, translateErrors } from '../../errors/system-errors.ts'
import type { Directories } from '../io/directories.ts'
import type { FileSystem } from '../io/file-system.ts'
import { joinPieces } from './join-pieces.ts'
import { PieceFolder } from './piece-folder.ts'
import { SegmentWriter } from './piece-writer.ts'
import { chunksOfPieces } from './read-pieces.ts'
import { discardPieces, sweepPieces } from './remove-pieces.ts'

/** Files of unfinished uploads that are open at once. Further ones are closed while no call needs them. */
const OPEN_FILES = 64

interface FilesystemPiecesOptions {
  readonly directory: string
  readonly directories: Directories
  readonly fileSystem: FileSystem
}

/**
 * Pieces in a directory beside staging, whose sweep would remove them. Any process of the machine can go on with a file.
 * A file by one process is put by a second name, without a copy; what several wrote is copied together once.
 */
export function createFilesystemPieces(options: FilesystemPiecesOptions): PieceStore {
  const { directory: root, directories, fileSystem } = options
  const places = new Semaphore(OPEN_FILES)
  const folder = new PieceFolder({ root, directories, fileSystem, places })

  return {
    inPlace: false,
    begin: async () => newBlobKey(Date.now()),
    append: (file, { turn, signal }) =>
      translateErrors(async () => {
        signal?.throwIfAborted()
        // Refused here, not with the first bytes.
        folder.directoryOf(file.storage)
        for (const { ref } of file.pieces) folder.pathOf(file.storage, ref)
        return new SegmentWriter(folder, file, turn)
      }),
    join: (file, { size, sha256, turn, signal }) =>
      translateErrors(() => joinPieces(folder, file, { size, sha256, turn, signal })),
    read: (file, range, { turn, signal } = {}) =>
      Readable.from(translateEachError(chunksOfPieces(folder, file, range, turn)), {
        objectMode: false,
        ...(signal && { signal }),
      }),
    discard: ({ storage }, { signal } = {}) =>
      translateErrors(() => discardPieces(folder, storage, signal)),
    sweep: (request) => translateErrors(() => sweepPieces(folder, request)),
  }
}
