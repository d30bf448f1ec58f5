import type { FileSystem } from '../../filesystem/io/file-system.ts'
import type { ChaosCode, ChaosPlan } from './fault-plan.ts'
import { type ChaoticCall, chaotic, chaoticItems, decorated } from './faulty-call.ts'

/**
 * The file system with the plan's faults in front of every call, for `createFilesystemBlobs({ directory, fileSystem })`:
 * a full disk (`ENOSPC`), a broken one (`EIO`), no more descriptors (`EMFILE`), short reads and writes.
 * Errors are as Node makes them. A `close` that fails has closed, as on Linux.
 */
export function chaosFileSystem(fileSystem: FileSystem, plan: ChaosPlan): FileSystem {
  function around<Result>(
    method: string,
    target: unknown,
    call: Pick<ChaoticCall<Result>, 'make' | 'drop'> & {
      readonly makeHalf?: () => Promise<Result>
    },
  ): Promise<Result> {
    const fate = plan.next('fileSystem', method)
    const failure = (code: ChaosCode | undefined) => systemError(code, method, target)
    if (fate?.kind === 'short' && call.makeHalf !== undefined) return call.makeHalf()
    const closes = method === 'close' && fate?.kind === 'fail'
    return chaotic({ ...call, fate: closes ? { ...fate, kind: 'cut' } : fate, failure })
  }

  const replaced: Partial<FileSystem> = {
    open: (path, flags, mode) =>
      around('open', path, {
        make: () => fileSystem.open(path, flags, mode),
        drop: (fd) => fileSystem.close(fd),
      }),
    read: (fd, into, position) =>
      around('read', fd, {
        make: () => fileSystem.read(fd, into, position),
        makeHalf: () => fileSystem.read(fd, firstHalf(into), position),
      }),
    write: (fd, chunks, position) =>
      around('write', fd, {
        make: () => fileSystem.write(fd, chunks, position),
        makeHalf: () => fileSystem.write(fd, chunks.slice(0, 1).map(firstHalf), position),
      }),
    names: (path) =>
      chaoticItems(
        plan.next('fileSystem', 'names'),
        () => fileSystem.names(path),
        (code) => systemError(code, 'opendir', path),
      ),
  }
  return decorated(fileSystem, replaced, (name, method) => (...args) => {
    return around(name, args[0], { make: () => method(...args) })
  })
}

/** At least one byte: a call that takes none would never end. */
function firstHalf(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(0, Math.ceil(bytes.byteLength / 2))
}

/** As Node makes it, the path in the message included. */
function systemError(code: ChaosCode = 'EIO', syscall: string, target: unknown): Error {
  const error = new Error(`${code}: simulated, ${syscall} '${target}'`)
  return Object.assign(error, { code, syscall, path: String(target) })
}
