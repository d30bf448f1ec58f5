import { fork } from 'node:child_process'
import { once } from 'node:events'
import { stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Writer } from '../writer/writer.ts'
import { spawnWriter } from '../writer/writer-thread.ts'
import { databaseFile, found, rawConnection, testedDrivers } from './drivers.fixture.ts'

/** Reads again and again, a few milliseconds at a time, until its parent lets go of it. */
const READER = `
  const { createRequire } = require('node:module')
  const [, , file, driver, library] = process.argv
  const Database = driver === 'node:sqlite'
    ? process.getBuiltinModule('node:sqlite').DatabaseSync
    : createRequire(library)(library)
  const database = new Database(file)
  const pause = new Int32Array(new SharedArrayBuffer(4))
  function read() {
    database.exec('BEGIN')
    database.prepare('SELECT count(*) FROM blobs').get()
    Atomics.wait(pause, 0, 0, 5)
    database.exec('COMMIT')
    if (process.connected) setImmediate(read)
  }
  read()
  process.send('reading')
`
const LIMIT = 128 * 1024
const BATCHES = 60

describe.each(testedDrivers)('the write-ahead log on %s', (driver) => {
  async function readers(file: string, count: number): Promise<void> {
    const script = path.join(path.dirname(file), 'reader.cjs')
    await writeFile(script, READER)
    const engineOf = found(driver)
    const library = 'library' in engineOf ? engineOf.library : ''
    for (let n = 0; n < count; n += 1) {
      const child = fork(script, [file, driver, library], { execArgv: [] })
      onTestFinished(async () => {
        const exit = once(child, 'exit')
        child.disconnect()
        await exit
      })
      await once(child, 'message')
    }
  }

  async function opened(logLimit?: number) {
    const file = await databaseFile()
    const setup = { file, found: found(driver), busyTimeout: 5000 }
    const writer = new Writer(() => spawnWriter(logLimit ? { ...setup, logLimit } : setup))
    onTestFinished(() => writer.close())
    await writer.start()
    /** About 120 KB of log. */
    const write = (batch: number) => {
      const keys = Array.from({ length: 100 }, (_, n) => `${batch}-${n}-`.padEnd(500, 'x'))
      return writer.write('reserve', { keys, lifetime: 1 })
    }
    const size = async () => (await stat(`${file}-wal`)).size
    return { file, write, size }
  }

  it('does not grow with what is written while others read without pause', async () => {
    const { file, write, size } = await opened(LIMIT)
    await readers(file, 3)
    // Empties the log of what a new database writes: its tables.
    for (let batch = 0; batch < 2; batch += 1) await write(BATCHES + batch)
    let [written, largest, last] = [0, 0, 0]
    for (let batch = 0; batch < BATCHES; batch += 1) {
      await write(batch)
      const now = await size()
      written += Math.max(now - last, 0)
      last = now
      largest = Math.max(largest, now)
    }
    expect(largest).toBeLessThan(written / 2)
  })

  it('is left alone by a reader that takes long, whom writes wait for but once in a while', async () => {
    const { file, write, size } = await opened(LIMIT)
    const reader = rawConnection(driver, file)
    reader.exec('BEGIN; SELECT count(*) FROM blobs')
    for (let batch = 0; batch < 8; batch += 1) await write(batch)
    expect(await size()).toBeGreaterThan(2 * LIMIT)
    expect(reader.prepare('SELECT count(*) AS n FROM blobs').get()).toEqual({ n: 0 })
    reader.exec('COMMIT')
    for (let batch = 8; batch < 16; batch += 1) await write(batch)
    await expect.poll(size).toBeLessThan(2 * LIMIT)
  })
})
