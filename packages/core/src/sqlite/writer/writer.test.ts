import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Worker } from 'node:worker_threads'
import { describe, expect, it, onTestFinished } from 'vitest'
import { databaseFile, found, rawConnection, testedDrivers } from '../connection/drivers.fixture.ts'
import { Writer } from './writer.ts'
import { spawnWriter } from './writer-thread.ts'

/**
 * How many transactions a write-ahead log holds: frames whose header says how large the database is
 * after the commit. https://sqlite.org/fileformat2.html#the_write_ahead_log
 */
async function commitsIn(file: string): Promise<number> {
  const log = await readFile(`${file}-wal`)
  const frameSize = 24 + log.readUInt32BE(8)
  const salt = log.subarray(16, 24)
  let commits = 0
  for (let frame = 32; frame + frameSize <= log.length; frame += frameSize) {
    const current = log.subarray(frame + 8, frame + 16).equals(salt)
    if (current && log.readUInt32BE(frame + 4) > 0) commits += 1
  }
  return commits
}

describe.each(testedDrivers)('Writer on %s', (driver) => {
  /** A writer, and every worker that it has started so far. */
  async function unopened(file: string) {
    const workers: Worker[] = []
    const setup = { file, found: found(driver), busyTimeout: 5000 }
    const writer = new Writer(() => {
      const worker = spawnWriter(setup)
      workers.push(worker)
      return worker
    })
    onTestFinished(() => writer.close())
    const reserve = (key: string) => writer.write('reserve', { keys: [key], lifetime: 0 })
    const claim = (keys: string[]) => writer.write('claim', { keys })
    return { writer, workers, reserve, claim, setup }
  }

  async function opened(file: string) {
    const made = await unopened(file)
    await made.writer.start()
    return made
  }

  it('commits together what is written at the same time', async () => {
    const file = await databaseFile()
    const { reserve } = await opened(file)
    const before = await commitsIn(file)
    await Promise.all(Array.from({ length: 200 }, (_, n) => reserve(`key${n}`)))
    expect((await commitsIn(file)) - before).toBe(1)
    await reserve('one')
    await reserve('two')
    expect((await commitsIn(file)) - before).toBe(3)
  })

  it('commits together what is written during a commit', async () => {
    const file = await databaseFile()
    const { reserve } = await opened(file)
    const before = await commitsIn(file)
    const chains = Array.from({ length: 50 }, async (_, n) => {
      for (let step = 0; step < 10; step += 1) await reserve(`key${n}-${step}`)
    })
    await Promise.all(chains)
    expect((await commitsIn(file)) - before).toBeLessThan(50)
  })

  it('does not know the outcome of writes whose thread died, and goes on with a new one', async () => {
    const file = await databaseFile()
    const { reserve, claim, workers } = await opened(file)
    await reserve('before')
    // The lock keeps the commit from happening until the thread is gone.
    const holder = rawConnection(driver, file)
    holder.exec('BEGIN IMMEDIATE')
    const [worker] = workers
    const sent = expect(reserve('lost')).rejects.toMatchObject({ code: 'outcome_unknown' })
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
    const terminated = worker?.terminate()
    const queued = reserve('queued')
    holder.exec('COMMIT')
    await terminated
    await sent
    await queued
    expect(await claim(['before', 'queued'])).toEqual(['before', 'queued'])
    expect(workers).toHaveLength(2)
  })

  it('loses nothing when the thread dies while it is idle', async () => {
    const { reserve, claim, workers } = await opened(await databaseFile())
    await workers[0]?.terminate()
    await reserve('key')
    expect(await claim(['key'])).toEqual(['key'])
    expect(workers).toHaveLength(2)
  })

  it('is unavailable while no thread can be started, and recovers', async () => {
    const { reserve, workers, setup } = await opened(await databaseFile())
    const { file } = setup
    await workers[0]?.terminate()
    setup.file = `${file}-missing/a.db`
    await expect(reserve('key')).rejects.toMatchObject({ code: 'unavailable' })
    setup.file = file
    await reserve('key')
  })

  it('refuses what cannot be sent to a thread, and goes on', async () => {
    const { writer, reserve } = await opened(await databaseFile())
    const request = { deleted: [], callback: () => {} }
    const refused = writer.write('recordDeletions', { ...request, retryAfter: 0 })
    const beside = reserve('key')
    await expect(refused).rejects.toMatchObject({ code: 'invalid_argument' })
    await beside
  })

  it('starts one thread for the writes that come first, or none', async () => {
    const { writer, workers, reserve, claim } = await unopened(await databaseFile())
    expect(workers).toHaveLength(0)
    writer.startLater(0)
    await Promise.all([reserve('a'), writer.start(), reserve('b'), writer.start()])
    expect(await claim(['a', 'b'])).toEqual(['a', 'b'])
    expect(workers).toHaveLength(1)

    const idle = await unopened(await databaseFile())
    idle.writer.startLater(0)
    await idle.writer.close()
    expect(idle.workers).toHaveLength(0)
  })

  it('starts by itself', async () => {
    const { writer, workers } = await unopened(await databaseFile())
    writer.startLater(0)
    await expect.poll(() => workers.length).toBe(1)
  })

  it('lets go of a thread that was starting when it was closed', async () => {
    const file = await databaseFile()
    const { writer, workers } = await unopened(file)
    const starting = writer.start()
    await writer.close()
    await starting
    expect(workers).toHaveLength(1)
    // The last connection to go removes the log.
    expect(await readdir(path.dirname(file))).toEqual([path.basename(file)])
    await expect(writer.start()).rejects.toMatchObject({ code: 'closed' })
  })

  it('says to the first write what keeps the thread from starting', async () => {
    const { writer, reserve, setup } = await unopened(await databaseFile())
    const { file } = setup
    setup.file = `${file}-missing/a.db`
    const message = expect.stringContaining('ENOENT')
    await expect(writer.start()).rejects.toMatchObject({ code: 'unavailable', message })
    await expect(reserve('key')).rejects.toMatchObject({ code: 'unavailable', message })
    setup.file = file
    await reserve('key')
  })

  it('says what to do when the system has no room for a thread', async () => {
    const writer = new Writer(() => {
      const failed = new Error('Worker initialization failure: EMFILE')
      throw Object.assign(failed, { code: 'ERR_WORKER_INIT_FAILED' })
    })
    await expect(writer.write('claim', { keys: [] })).rejects.toMatchObject({
      code: 'unavailable',
      context: { system: 'EMFILE' },
      message: expect.stringContaining('ulimit -n'),
    })
    await writer.close()
  })
})
