import { describe, expect, it } from 'vitest'
import { nodeFileSystem } from '../filesystem/io/node-file-system.ts'
import { writeAll } from '../filesystem/io/write-all.ts'
import { isStowageError } from './stowage-error.ts'
import { toPortError, toThreadError, translateErrors } from './system-errors.ts'

function systemError(code: string, more: object = {}): Error {
  return Object.assign(new Error(code), { code, syscall: 'write', ...more })
}

describe('what the file system answers', () => {
  it.each([
    ['ENOSPC', 'insufficient_storage', /Delete what is not needed/],
    ['EDQUOT', 'insufficient_storage', /quota/],
    ['EROFS', 'insufficient_storage', /Mount it writable/],
    ['EIO', 'unavailable', /EIO/],
    ['EMFILE', 'unavailable', /EMFILE.*ulimit -n/],
    ['ENFILE', 'unavailable', /ENFILE.*fs\.file-max/],
    ['ETIMEDOUT', 'unavailable', /ETIMEDOUT/],
    ['EACCES', 'unavailable', /EACCES/],
  ])('%s is %s, which says whether it passes', async (system, code, text) => {
    const error = toPortError(systemError(system))
    expect(error).toMatchObject({ code, context: { system }, message: expect.stringMatching(text) })
    const named = translateErrors(() => Promise.reject(systemError(system, { path: '/nowhere/a' })))
    await expect(named).rejects.toMatchObject({ code, context: { system } })
  })

  it.each([
    ['ERR_ACCESS_DENIED', 'FileSystemWrite', '/data/blobs', /\/data\/blobs.*--allow-fs-write/],
    ['ERR_ACCESS_DENIED', 'FileSystemRead', '/data', /--allow-fs-read/],
    ['ERR_ACCESS_DENIED', 'WorkerThreads', '', /--allow-worker/],
    ['ERR_DLOPEN_DISABLED', undefined, undefined, /--allow-addons/],
    // Node 20 says so of fsync, whatever is allowed.
    ['ERR_ACCESS_DENIED', undefined, undefined, /restricted.*release of Node that does/],
  ])(
    '%s of the permission model of Node says what to allow (%s)',
    (code, permission, resource, message) => {
      const restricted = new Error('Access to this API has been restricted')
      const cause = Object.assign(restricted, { code, permission, resource })
      expect(toPortError(cause)).toMatchObject({
        code: 'unavailable',
        cause,
        message: expect.stringMatching(message),
      })
    },
  )

  it('is told of a thread that could not be started', () => {
    const message = 'Worker initialization failure: EMFILE'
    const error = Object.assign(new Error(message), { code: 'ERR_WORKER_INIT_FAILED' })
    expect(toPortError(error)).toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/EMFILE.*ulimit -n/),
      context: { system: 'EMFILE' },
    })
  })

  it('names the limit of open files where a thread does not find a module that the process has loaded', () => {
    const error = new Error("Cannot find module 'bindings'\nRequire stack:\n- /app/index.js")
    expect(toThreadError(error)).toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/EMFILE.*ulimit -n/),
      context: { system: 'EMFILE' },
    })
    expect(toPortError(error)).toBe(error)
  })

  it('is no concern of errors that are not of the system', () => {
    const error = Object.assign(new Error('no'), { code: 'ENOSPC' })
    expect(toPortError(error)).toBe(error)
  })

  it('tells a file that is too large for the volume as such, with what the volume took', async () => {
    const MOST = 10
    const fileSystem = {
      ...nodeFileSystem,
      async write(_fd: number, chunks: readonly Uint8Array[], position: number) {
        if (position >= MOST) throw systemError('EFBIG')
        const size = chunks.reduce((sum, { byteLength }) => sum + byteLength, 0)
        return Math.min(size, MOST - position)
      },
    }
    await writeAll(fileSystem, 0, [Buffer.alloc(4), Buffer.alloc(6)], 0)
    const error: unknown = await writeAll(fileSystem, 0, [Buffer.alloc(25)], 4).catch((e) => e)
    expect(isStowageError(error, 'file_too_large')).toBe(true)
    expect(error).toMatchObject({ context: { limit: MOST } })
  })
})
