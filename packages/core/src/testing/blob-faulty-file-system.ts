import type { FileSystem } from '../filesystem/file-system.ts'
import { nodeFileSystem } from '../filesystem/node-file-system.ts'

/** A call to the file system: when it began, and again when it was over. */
export interface FileSystemEvent {
  readonly phase: 'start' | 'end'
  readonly method: keyof FileSystem
  /** The path or the descriptor that the call is about; of `link` and `rename` the new name. */
  readonly target: string | number
}

export interface FaultyFileSystemOptions {
  /** The system code that this call, the n-th from 1, shall fail with; `undefined` lets it pass. */
  readonly fault?: (method: keyof FileSystem, n: number) => string | undefined
  /** Most bytes that one `read` or `write` takes. Default: as many as the system does. */
  readonly atMost?: number
  /** Awaited around each call. */
  readonly onEvent?: (event: FileSystemEvent) => void | Promise<void>
}

/**
 * The real file system with faults: the n-th call fails, reads and writes come up short, and every call
 * can be watched or held back. A `close` that fails has closed, as on Linux.
 */
export function faultyFileSystem(options: FaultyFileSystemOptions): FileSystem {
  const { fault = () => undefined, atMost = Number.POSITIVE_INFINITY, onEvent = () => {} } = options
  let calls = 0

  async function around<Result>(
    method: keyof FileSystem,
    target: string | number,
    work: () => Promise<Result>,
  ): Promise<Result> {
    calls += 1
    const code = fault(method, calls)
    await onEvent({ phase: 'start', method, target })
    if (code !== undefined && method !== 'close') throw simulated(code, method, target)
    const result = await work()
    if (code !== undefined) throw simulated(code, method, target)
    await onEvent({ phase: 'end', method, target })
    return result
  }

  const real = nodeFileSystem
  return {
    open: (path, ...how) => around('open', path, () => real.open(path, ...how)),
    close: (fd) => around('close', fd, () => real.close(fd)),
    read: (fd, into, position) =>
      around('read', fd, () => real.read(fd, into.subarray(0, atMost), position)),
    write: (fd, chunks, position) =>
      around('write', fd, () => real.write(fd, firstBytes(chunks, atMost), position)),
    sync: (fd) => around('sync', fd, () => real.sync(fd)),
    syncDirectory: (path) => around('syncDirectory', path, () => real.syncDirectory(path)),
    stat: (file) => around('stat', file, () => real.stat(file)),
    link: (from, to) => around('link', to, () => real.link(from, to)),
    rename: (from, to) => around('rename', to, () => real.rename(from, to)),
    unlink: (path) => around('unlink', path, () => real.unlink(path)),
    mkdir: (path, mode) => around('mkdir', path, () => real.mkdir(path, mode)),
    rmdir: (path) => around('rmdir', path, () => real.rmdir(path)),
    async *names(path) {
      await around('names', path, async () => {})
      yield* real.names(path)
    },
  }
}

function firstBytes(chunks: readonly Uint8Array[], count: number): readonly Uint8Array[] {
  const [first] = chunks
  return first === undefined || count === Number.POSITIVE_INFINITY
    ? chunks
    : [first.subarray(0, count)]
}

/** As Node makes it, the path in the message included. */
function simulated(code: string, syscall: string, target: string | number): Error {
  const error = new Error(`${code}: simulated, ${syscall} '${target}'`)
  return Object.assign(error, { code, syscall, path: String(target) })
}
