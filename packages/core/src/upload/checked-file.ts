import { isStowageError, type StowageError } from '../errors/stowage-error.ts'
import { piecesOf } from '../staging/memory-file.ts'
import type { StagedFile } from '../staging/staging.ts'

/** A file that remembers failed reads. */
interface CheckedFile {
  readonly file: StagedFile
  /** Throws staging's error when a read of the file failed. */
  assertRead(): void
}

/**
 * Wraps a file for code that takes a failed read for a broken file, as analyzers do: a fault of the disk must
 * not be stored as a fact of the file.
 */
export function checkedFile(staged: StagedFile): CheckedFile {
  if (piecesOf(staged) !== null) return { file: staged, assertRead: neverFails }
  let failure: StowageError | undefined
  const read: StagedFile['read'] = async (range) => {
    try {
      return await staged.read(range)
    } catch (error) {
      if (isStowageError(error)) failure ??= error
      throw error
    }
  }
  const { size, sha256, content } = staged
  return {
    file: { size, sha256, content, read, stream: (range) => staged.stream(range) },
    assertRead() {
      if (failure !== undefined) throw failure
    },
  }
}

/** Reading from memory never fails. */
function neverFails(): void {}
