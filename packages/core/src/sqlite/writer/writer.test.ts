import { readFile } from 'node:fs/promises'
import type { Worker } from 'node:worker_threads'
import { describe, expect, it, onTestFinished } from 'vitest'
import { databaseFile, found, rawConnection, testedEngines } from '../connection/engines.fixture.ts'
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

describe.each(testedEngines)('Writer on %s', (engine) => {
  /** A writer, and every worker that it has started so far. */
  async function opened(file: string) {
    const workers: Worker[] = []
    const setup = { file, found: found(engine), busyTimeout: 5000 }
    const writer = await Writer.open(() => {
      const worker = spawnWriter(setup)
      workers.push(worker)
      return worker
    })
    onTestFinished(() => writer.close())
    const reserve = (key: string) => writer.write('reserve', { keys: [key], lifetime: 0 })
    const claim = (keys: string[]) => writer.write('claim', { keys })
    return { writer, workers, reserve, claim, setup }
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
    const holder = rawConnection(engine, file)
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
})
