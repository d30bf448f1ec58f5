import type { FileSystem } from '@stowage/core/filesystem'
import type { FaultCode, FaultPlan } from './fault-plan.ts'
import { decorated, type FaultyCall, itemsWithFaults, withFaults } from './faulty-call.ts'

/**
 * The file system with the plan's faults in front of every call, for `disk({ directory, fileSystem })`: a full disk
 * (`ENOSPC`), a broken one (`EIO`), no more descriptors (`EMFILE`), short reads and writes. Errors are like Node's. A
 * `close` that fails has still closed, as on Linux.
 */
export function faultyFileSystem(fileSystem: FileSystem, plan: FaultPlan): FileSystem {
  function around<Result>(
    method: string,
    target: unknown,
    call: Pick<FaultyCall<Result>, 'make' | 'drop'> & {
      readonly makeHalf?: () => Promise<Result>
    },
  ): Promise<Result> {
    const action = plan.next('fileSystem', method)
    const failure = (code: FaultCode | undefined) => systemError(code, method, target)
    if (action?.kind === 'short' && call.makeHalf !== undefined) return call.makeHalf()
    const closes = method === 'close' && action?.kind === 'fail'
    return withFaults({ ...call, action: closes ? { ...action, kind: 'cut' } : action, failure })
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
      itemsWithFaults(
        plan.next('fileSystem', 'names'),
        () => fileSystem.names(path),
        (code) => systemError(code, 'opendir', path),
      ),
  }
  return decorated(fileSystem, replaced, (name, method) => (...args) => {
    return around(name, args[0], { make: () => method(...args) })
  })
}

/** At least one byte: a loop of calls that take none would never end. */
function firstHalf(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(0, Math.ceil(bytes.byteLength / 2))
}

/** Like an error from Node, with the path in the message. */
function systemError(code: FaultCode = 'EIO', syscall: string, target: unknown): Error {
  const error = new Error(`${code}: simulated, ${syscall} '${target}'`)
  return Object.assign(error, { code, syscall, path: String(target) })
}
