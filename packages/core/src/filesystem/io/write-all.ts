import { systemCode } from '../../errors/system-errors.ts'
import { fileTooLarge } from '../../staging/stage-upload.ts'
import type { FileSystem } from './file-system.ts'

/**
 * Writes all chunks in order from `position` on, however few bytes the system takes at a time. `file_too_large` when
 * the volume or a limit of the process allows no file of this size; the limit it names is the size reached.
 */
export async function writeAll(
  fileSystem: FileSystem,
  fd: number,
  chunks: readonly Uint8Array[],
  position: number,
): Promise<void> {
  let rest = chunks
  let at = position
  while (rest.length > 0) {
    const limit = at
    const taken = await fileSystem.write(fd, rest, at).catch((error) => {
      throw systemCode(error) === 'EFBIG' ? fileTooLarge(limit) : error
    })
    at += taken
    rest = withoutFirst(rest, taken)
  }
}

/** The chunks less their first `count` bytes. */
function withoutFirst(chunks: readonly Uint8Array[], count: number): Uint8Array[] {
  let left = count
  let index = 0
  for (const { byteLength } of chunks) {
    if (byteLength > left) break
    left -= byteLength
    index += 1
  }
  const [partial, ...others] = chunks.slice(index)
  return partial === undefined ? [] : [partial.subarray(left), ...others]
}
