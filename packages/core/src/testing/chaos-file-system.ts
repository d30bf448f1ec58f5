import type { FileSystem } from '../filesystem/file-system.ts'
import { chaotic, chaoticItems } from './chaos-call.ts'
import type { ChaosCode, ChaosPlan } from './chaos-plan.ts'

/**
 * The file system with the plan's faults in front of every call, for `createFilesystemBlobs({ directory, fileSystem })`:
 * a full disk (`ENOSPC`), a broken one (`EIO`), no more descriptors (`EMFILE`), short reads and writes.
 * Errors are as Node makes them. A `close` that fails has closed, as on Linux.
 */
export function chaosFileSystem(fileSystem: FileSystem, plan: ChaosPlan): FileSystem {
  function around<Result>(
    method: keyof FileSystem,
    target: string | number,
    call: Pick<Parameters<typeof chaotic<Result>>[0], 'make' | 'makeHalf' | 'drop'>,
  ): Promise<Result> {
    const fate = plan.next('fileSystem', method)
    const failure = (code: ChaosCode | undefined) => systemError(code, method, target)
    if (fate?.kind === 'short' && call.makeHalf !== undefined) {
      return call.makeHalf() as Promise<Result>
    }
    const closed = method === 'close' && fate?.kind === 'fail'
    return chaotic({ ...call, fate: closed ? { ...fate, kind: 'cut' } : fate, failure })
  }

  const real = fileSystem
  return {
    open: (path, flags, mode) =>
      around('open', path, {
        make: () => real.open(path, flags, mode),
        drop: (fd) => real.close(fd),
      }),
    close: (fd) => around('close', fd, { make: () => real.close(fd) }),
    read: (fd, into, position) =>
      around('read', fd, {
        make: () => real.read(fd, into, position),
        makeHalf: () => real.read(fd, firstHalf(into), position),
      }),
    write: (fd, chunks, position) =>
      around('write', fd, {
        make: () => real.write(fd, chunks, position),
        makeHalf: () => real.write(fd, chunks.slice(0, 1).map(firstHalf), position),
      }),
    sync: (fd) => around('sync', fd, { make: () => real.sync(fd) }),
    syncDirectory: (path) =>
      around('syncDirectory', path, { make: () => real.syncDirectory(path) }),
    stat: (file) => around('stat', file, { make: () => real.stat(file) }),
    link: (from, to) => around('link', to, { make: () => real.link(from, to) }),
    unlink: (path) => around('unlink', path, { make: () => real.unlink(path) }),
    mkdir: (path, mode) => around('mkdir', path, { make: () => real.mkdir(path, mode) }),
    rmdir: (path) => around('rmdir', path, { make: () => real.rmdir(path) }),
    names: (path) =>
      chaoticItems(
        plan.next('fileSystem', 'names'),
        () => real.names(path),
        (code) => systemError(code, 'opendir', path),
      ),
  }
}

/** At least one byte: a call that takes none would never end. */
function firstHalf(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(0, Math.ceil(bytes.byteLength / 2))
}

/** As Node makes it, the path in the message included. */
function systemError(code: ChaosCode = 'EIO', syscall: string, target: string | number): Error {
  const error = new Error(`${code}: simulated, ${syscall} '${target}'`)
  return Object.assign(error, { code, syscall, path: String(target) })
}
