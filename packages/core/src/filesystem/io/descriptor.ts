import { StowageError } from '../../errors/stowage-error.ts'
import type { FileSystem } from './file-system.ts'

/** Access to a file's descriptor, which several callers may share. */
export interface Descriptor {
  /** Lends the descriptor until `work` settles. `closed` once `close` was called. */
  use<Result>(work: (fd: number) => Promise<Result>): Promise<Result>
  /** Waits until the descriptor is not in use, then closes it. Idempotent. */
  close(): Promise<void>
}

/** A descriptor that stays open until it is closed. */
export function openDescriptor(fileSystem: FileSystem, fd: number): Descriptor {
  let users = 0
  let whenUnused: (() => void) | undefined
  let closing: Promise<void> | undefined

  async function close(): Promise<void> {
    if (users > 0) await new Promise<void>((resolve) => (whenUnused = resolve))
    await fileSystem.close(fd)
  }

  return {
    async use(work) {
      if (closing !== undefined) throw fileClosed()
      users += 1
      try {
        return await work(fd)
      } finally {
        users -= 1
        if (users === 0) whenUnused?.()
      }
    },
    close() {
      closing ??= close()
      return closing
    },
  }
}

/** `closed` */
export function fileClosed(): StowageError {
  return new StowageError('closed', 'The file was closed.')
}
