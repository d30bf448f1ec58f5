import { Worker } from 'node:worker_threads'
import { afterEach, describe, expect, it } from 'vitest'
import { BoundedReader, BudgetExceeded } from '../reading/bounded-reader.ts'
import { bytesAsFile } from '../reading/bytes-as-file.ts'
import { join, zeros } from '../testing/bytes.ts'
import type { Libraries } from './libraries.ts'
import { createLibraryPool, type LibraryPoolOptions } from './library-pool.ts'

const ample = { maxTimeMs: 60_000, maxBytes: 1 << 20, maxReads: 1000 }
const unknown = bytesAsFile(join('LZIP\x01', zeros(100)))
const pools: Libraries[] = []
afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.close())))

function poolOf(options: LibraryPoolOptions) {
  const pool = createLibraryPool(options)
  pools.push(pool)
  return pool
}

/** Starts threads that answer as this code says, and counts them. */
function threadsOf(...codes: readonly string[]) {
  const started: Worker[] = []
  const start = () => {
    const code = codes[Math.min(started.length, codes.length - 1)]
    const worker = new Worker(
      `const { parentPort } = require('node:worker_threads')
      const send = (message) => parentPort.postMessage(message)
      parentPort.on('message', (task) => { send({ loaded: true }); ${code} })
      send({ ready: true })`,
      { eval: true, resourceLimits: { maxOldGenerationSizeMb: 16 } },
    )
    started.push(worker)
    return worker
  }
  return { start, started }
}

const reader = () => new BoundedReader(unknown, ample)
const REPLY = "send({ mimeType: 'a/b' })"

describe('createLibraryPool', () => {
  it('asks the library', async () => {
    const pool = poolOf({})
    expect(await pool.typeOf(reader())).toBe('application/x-lzip')
    const unheardOf = new BoundedReader(bytesAsFile(join('\x93\x07\xfe', zeros(100))), ample)
    expect(await pool.typeOf(unheardOf)).toBeUndefined()
  })

  it('uses one thread for one file after the other', async () => {
    const { start, started } = threadsOf(REPLY)
    const pool = poolOf({ start })
    await pool.typeOf(reader())
    await pool.typeOf(reader())
    expect(started).toHaveLength(1)
  })

  it('does not keep the process alive with threads that wait for files', async () => {
    const ports = () => process.getActiveResourcesInfo().filter((name) => name === 'MessagePort')
    const before = ports()
    const { start, started } = threadsOf(REPLY)
    await poolOf({ start }).typeOf(reader())
    expect(started).toHaveLength(1)
    expect(ports()).toEqual(before)
  })

  it('lets files wait when all threads are busy', async () => {
    const { start, started } = threadsOf(REPLY)
    const pool = poolOf({ start, maxThreads: 2 })
    const answers = await Promise.all(Array.from({ length: 9 }, () => pool.typeOf(reader())))
    expect(answers).toHaveLength(9)
    expect(started).toHaveLength(2)
  })

  it('ends a thread that does not end, and goes on with a new one', async () => {
    const { start, started } = threadsOf('for (;;) {}', REPLY)
    const pool = poolOf({ start, maxThreads: 1, maxTimeMs: 50 })
    const answers = await Promise.allSettled([pool.typeOf(reader()), pool.typeOf(reader())])
    expect(answers).toEqual([
      { status: 'rejected', reason: new BudgetExceeded('time') },
      { status: 'fulfilled', value: 'a/b' },
    ])
    expect(started).toHaveLength(2)
  })

  it('ends a thread that wants more memory than it has, and goes on with a new one', async () => {
    const { start } = threadsOf(
      'const all = []; for (;;) all.push(new Array(10_000).fill(1))',
      REPLY,
    )
    const pool = poolOf({ start, maxThreads: 1, maxTimeMs: 60_000 })
    await expect(pool.typeOf(reader())).rejects.toMatchObject({ reason: 'budget' })
    expect(await pool.typeOf(reader())).toBe('a/b')
  })

  it('rejects when a bundler left the worker, or the library, out', async () => {
    const absent = () => new Worker(new URL('file:///not/there.js'))
    const unavailable = { code: 'analysis_unavailable' }
    await expect(poolOf({ start: absent }).typeOf(reader())).rejects.toMatchObject(unavailable)
    const { start } = threadsOf("send({ missing: 'no file-type' })", REPLY)
    const pool = poolOf({ start })
    await expect(pool.typeOf(reader())).rejects.toMatchObject(unavailable)
  })

  it('starts another thread while one cannot be loaded for lack of descriptors', async () => {
    const lack = "{ message: 'EMFILE: too many open files', code: 'EMFILE', syscall: 'open' }"
    const { start, started } = threadsOf(`send({ notLoaded: ${lack} })`, REPLY)
    expect(await poolOf({ start }).typeOf(reader())).toBe('a/b')
    expect(started).toHaveLength(2)

    let refusals = 3
    const refusing = () => {
      refusals -= 1
      if (refusals >= 0)
        throw Object.assign(new Error('EMFILE'), { code: 'EMFILE', syscall: 'open' })
      return threadsOf(REPLY).start()
    }
    expect(await poolOf({ start: refusing }).typeOf(reader())).toBe('a/b')
  })

  it('says that it could not be loaded when that lasts', async () => {
    const start = () => {
      throw Object.assign(new Error('no descriptor'), { code: 'EMFILE', syscall: 'open' })
    }
    const hasty = new BoundedReader(unknown, { ...ample, maxTimeMs: 200 })
    await expect(poolOf({ start }).typeOf(hasty)).rejects.toMatchObject({
      name: 'LibraryNotLoaded',
      code: 'EMFILE',
      syscall: 'open',
    })
  })

  it('says so to each of the files that wait for each other, while their time lasts', async () => {
    const start = () => {
      throw Object.assign(new Error('no descriptor'), { code: 'EMFILE', syscall: 'open' })
    }
    const pool = poolOf({ start, maxThreads: 1 })
    const readers = Array.from(
      { length: 20 },
      () => new BoundedReader(unknown, { ...ample, maxTimeMs: 1000 }),
    )
    const outcomes = await Promise.allSettled(readers.map((each) => pool.typeOf(each)))
    const lacks = { status: 'rejected', reason: { name: 'LibraryNotLoaded' } }
    expect(outcomes).toMatchObject(readers.map(() => lacks))
  })

  it('waits again for a thread after one could be loaded', async () => {
    let free = 0
    const { start, started } = threadsOf('process.exit()', REPLY)
    const scarce = () => {
      free -= 1
      if (free < 0) throw Object.assign(new Error('no descriptor'), { syscall: 'open' })
      return start()
    }
    const pool = poolOf({ start: scarce })
    const hasty = new BoundedReader(unknown, { ...ample, maxTimeMs: 100 })
    await expect(pool.typeOf(hasty)).rejects.toMatchObject({ name: 'LibraryNotLoaded' })
    free = 1
    await expect(pool.typeOf(reader())).rejects.toThrow('ended')
    const later = pool.typeOf(reader())
    free = 3
    expect(await later).toBe('a/b')
    expect(started).toHaveLength(2)
  })

  it('notices that its thread died before the file was handed over', async () => {
    const { start, started } = threadsOf(REPLY)
    const pool = poolOf({ start })
    await pool.typeOf(reader())
    const dying = {
      ...bytesAsFile(zeros(100)),
      async read() {
        await started[0]?.terminate()
        return new Uint8Array(100)
      },
    }
    await expect(pool.typeOf(new BoundedReader(dying, ample))).rejects.toThrow('ended')
    expect(await pool.typeOf(reader())).toBe('a/b')
  })

  it('starts no thread for a file that waited while it was closed', async () => {
    const { start, started } = threadsOf('')
    const pool = poolOf({ start, maxThreads: 1 })
    const asked = [pool.typeOf(reader()), pool.typeOf(reader())]
    await pool.close()
    for (const each of asked) await expect(each).rejects.toThrow()
    expect(started.length).toBeLessThan(2)
  })

  it('stops what runs when it is closed, and can be used again', async () => {
    const { start } = threadsOf('', REPLY)
    const pool = poolOf({ start })
    const asked = expect(pool.typeOf(reader())).rejects.toThrow('was closed')
    await new Promise((resolve) => setImmediate(resolve))
    await pool.close()
    await asked
    expect(await pool.typeOf(reader())).toBe('a/b')
  })
})
