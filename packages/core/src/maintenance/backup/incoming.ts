import { constants } from 'node:fs'
import { join } from 'node:path'
import { systemCode } from '../../errors/system-errors.ts'
import type { FileSystem } from '../../filesystem/io/file-system.ts'
import { makeDirectory } from '../../filesystem/io/make-directory.ts'
import { FILE_MODE } from '../../filesystem/io/modes.ts'

/** The folder inside a backup where the next database waits for its blobs. */
export const INCOMING = 'incoming'
/** Marks the folder of an unfinished backup. The user may have a folder of the same name, which must stay. */
export const MARKER = 'stowage-backup'

const OURS =
  /^(?:stowage-backup|backup\.json|stowage\.db(?:-wal|-shm|-lock|-journal|\.[0-9a-f]{16}\.partial(?:-journal)?)?)$/

/** Whether a backup may have made a file of this name in `incoming`. */
export function isOfBackup(name: string): boolean {
  return OURS.test(name)
}

/** Makes the folder with its marker, durably, and empties it. */
export async function prepareIncoming(directory: string, fileSystem: FileSystem): Promise<void> {
  await makeDirectory(directory, fileSystem)
  // The marker is empty, so only its name must be durable.
  const flags = constants.O_CREAT | constants.O_WRONLY
  await fileSystem.close(await fileSystem.open(join(directory, MARKER), flags, FILE_MODE))
  await fileSystem.syncDirectory(directory)
  await emptyIncoming(directory, fileSystem)
}

/** Removes what a backup left there, except the marker. Files of the user stay. */
export async function emptyIncoming(directory: string, fileSystem: FileSystem): Promise<void> {
  for await (const name of fileSystem.names(directory)) {
    if (isOfBackup(name) && name !== MARKER) await fileSystem.unlink(join(directory, name))
  }
}

/** Removes the folder, unless others put files into it. */
export async function removeIncoming(directory: string, fileSystem: FileSystem): Promise<void> {
  await emptyIncoming(directory, fileSystem)
  await fileSystem.unlink(join(directory, MARKER))
  try {
    await fileSystem.rmdir(directory)
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(systemCode(error) ?? '')) throw error
  }
}
