import { decorated } from '@stowage/testing/internal'
import type { FileSystem } from '../filesystem/io/file-system.ts'
import { nodeFileSystem } from '../filesystem/io/node-file-system.ts'

/** A call to the file system: reported when it begins, and again when it has succeeded. */
export interface FileSystemEvent {
  readonly phase: 'start' | 'end'
  readonly method: string
  /** The path or descriptor of the call; for `link` and `rename` the new name. */
  readonly target: unknown
}

/** The real file system. Reports every call except the listing of names to `onEvent`, and awaits it. */
export function watchedFileSystem(
  onEvent: (event: FileSystemEvent) => void | Promise<void>,
): FileSystem {
  const { names } = nodeFileSystem
  return decorated(nodeFileSystem, { names }, (method, call) => async (...args) => {
    const target = ['link', 'rename'].includes(method) ? args[1] : args[0]
    await onEvent({ phase: 'start', method, target })
    const result = await call(...args)
    await onEvent({ phase: 'end', method, target })
    return result
  })
}
