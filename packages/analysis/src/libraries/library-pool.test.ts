import { Worker } from 'node:worker_threads'
import { afterEach, describe, expect, it } from 'vitest'
import { BoundedReader, BudgetExceeded } from '../reading/bounded-reader.ts'
import { bytesAsFile } from '../reading/bytes-as-file.ts'
import { join, zeros } from '../testing/bytes.ts'
import { SAMPLES } from '../testing/samples.ts'
import type { Libraries } from './libraries.ts'
import { createLibraryPool, type LibraryPoolOptions } from './library-pool.ts'

const ample = { maxTime: 60_000, maxBytes: 1 << 20, maxReads: 1000 }
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
const REPLY = "send({ measures: { mimeType: 'a/b' } })"

describe('createLibraryPool', () => {
  it('asks the libraries', async () => {
    const pool = poolOf({})
    expect(await pool.ask('type', reader())).toEqual({ mimeType: 'application/x-lzip' })
    const icons = new BoundedReader(bytesAsFile(SAMPLES.icns ?? zeros(0)), ample)
    expect(await pool.ask('picture', icons, 'image/icns')).toEqual({ width: 128, height: 128 })
  })

  it('uses one thread for one file after the other', async () => {
    const { start, started } = threadsOf(REPLY)
    const pool = poolOf({ start })
    await pool.ask('type', reader())
    await pool.ask('type', reader())
    expect(started).toHaveLength(1)
  })

  it('does not keep the process alive with threads that wait for files', async () => {
    const ports = () => process.getActiveResourcesInfo().filter((name) => name === 'MessagePort')
    const before = ports()
    const { start, started } = threadsOf(REPLY)
    await poolOf({ start }).ask('type', reader())
    expect(started).toHaveLength(1)
    expect(ports()).toEqual(before)
  })

  it('lets files wait when all threads are busy', async () => {
    const { start, started } = threadsOf(REPLY)
    const pool = poolOf({ start, maxThreads: 2 })
    const answers = await Promise.all(Array.from({ length: 9 }, () => pool.ask('type', reader())))
    expect(answers).toHaveLength(9)
    expect(started).toHaveLength(2)
  })

  it('ends a thread that does not end, and goes on with a new one', async () => {
    const { start, started } = threadsOf('for (;;) {}', REPLY)
    const pool = poolOf({ start, maxThreads: 1, maxTime: 50 })
    const answers = await Promise.allSettled([
      pool.ask('type', reader()),
      pool.ask('type', reader()),
    ])
    expect(answers).toEqual([
      { status: 'rejected', reason: new BudgetExceeded('time') },
      { status: 'fulfilled', value: { mimeType: 'a/b' } },
    ])
    expect(started).toHaveLength(2)
  })

  it('ends a thread that wants more memory than it has, and goes on with a new one', async () => {
    const { start } = threadsOf(
      'const all = []; for (;;) all.push(new Array(10_000).fill(1))',
      REPLY,
    )
    const pool = poolOf({ start, maxThreads: 1, maxTime: 60_000 })
    await expect(pool.ask('type', reader())).rejects.toMatchObject({ reason: 'budget' })
    expect(await pool.ask('type', reader())).toEqual({ mimeType: 'a/b' })
  })

  it('rejects when a bundler left the worker, or the library, out', async () => {
    const absent = () => new Worker(new URL('file:///not/there.js'))
    const unavailable = { code: 'analysis_unavailable' }
    await expect(poolOf({ start: absent }).ask('type', reader())).rejects.toMatchObject(unavailable)
    const { start } = threadsOf("send({ missing: 'no file-type' })", REPLY)
    const pool = poolOf({ start })
    await expect(pool.ask('type', reader())).rejects.toMatchObject(unavailable)
  })

  it('serves the bytes that a thread asks for', async () => {
    const { start } = threadsOf(
      `if ('bytes' in task) send({ measures: { width: task.bytes[0] } })
       else send({ read: { start: 2, end: 3 } })`,
    )
    expect(await poolOf({ start }).ask('picture', reader())).toEqual({ width: 0x49 })
  })

  it('fails with the refusal of the reader, even when the library catches it', async () => {
    const { start } = threadsOf(
      `if ('bytes' in task) send({ failure: 'no bytes' })
       else send({ read: { start: 0, end: 90 } })`,
    )
    const poor = new BoundedReader(unknown, { ...ample, maxReads: 1 })
    const asked = poolOf({ start }).ask('type', poor)
    await expect(asked).rejects.toMatchObject({ reason: 'budget' })
  })

  it('notices that its thread died before the file was handed over', async () => {
    const { start, started } = threadsOf(REPLY)
    const pool = poolOf({ start })
    await pool.ask('type', reader())
    const dying = {
      ...bytesAsFile(zeros(100)),
      async read() {
        await started[0]?.terminate()
        return new Uint8Array(100)
      },
    }
    await expect(pool.ask('type', new BoundedReader(dying, ample))).rejects.toThrow('ended')
    expect(await pool.ask('type', reader())).toEqual({ mimeType: 'a/b' })
  })

  it('starts no thread for a file that waited while it was closed', async () => {
    const { start, started } = threadsOf('')
    const pool = poolOf({ start, maxThreads: 1 })
    const asked = [pool.ask('type', reader()), pool.ask('type', reader())]
    await pool.close()
    for (const each of asked) await expect(each).rejects.toThrow()
    expect(started.length).toBeLessThan(2)
  })

  it('stops what runs when it is closed, and can be used again', async () => {
    const { start } = threadsOf('', REPLY)
    const pool = poolOf({ start })
    const asked = expect(pool.ask('type', reader())).rejects.toThrow('thread')
    await new Promise((resolve) => setImmediate(resolve))
    await pool.close()
    await asked
    expect(await pool.ask('type', reader())).toEqual({ mimeType: 'a/b' })
  })
})
