// Not a named import: an older Node lacks `statfs`, and must still report which Node is needed.
import fs from 'node:fs/promises'
import { StowageError } from '../../errors/stowage-error.ts'

/** File system types as `statfs` gives them, from Linux's `magic.h`. */
const NETWORK_FILE_SYSTEMS: Readonly<Record<number, string>> = {
  26985: 'NFS', // 0x6969
  20859: 'SMB', // 0x517B
  4283649346: 'CIFS', // 0xFF534D42
  4266872130: 'SMB2', // 0xFE534D42
}

/**
 * Refuses (`invalid_argument`) a directory on a network file system, where SQLite's locks and shared
 * memory do not work between machines: https://sqlite.org/wal.html. Recognises them on Linux only. A network
 * file system behind FUSE looks like a local one.
 */
export async function refuseNetworkFileSystem(directory: string): Promise<void> {
  const { type } = await fs.statfs(directory)
  // Signed on some platforms.
  refuseFileSystemType(type >>> 0)
}

/** The rule behind `refuseNetworkFileSystem`, for a `statfs` type. */
export function refuseFileSystemType(type: number): void {
  const name = process.platform === 'linux' ? NETWORK_FILE_SYSTEMS[type] : undefined
  if (name === undefined) return
  throw new StowageError(
    'invalid_argument',
    `The database lies on a network file system (${name}), which SQLite’s write-ahead log does not ` +
      'support. Put it on a local disk, or use PostgreSQL.',
    { context: { argument: 'file', fileSystem: name } },
  )
}
