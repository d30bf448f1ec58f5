import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openSqliteMetadata } from '../metadata/open-sqlite-metadata.ts'
import { databaseFile, testedDrivers } from './drivers.fixture.ts'
import { lockFileOf } from './store-lock.ts'

/** As another process holds the lock while it has the store open. */
const OTHER = `
  const { createRequire } = require('node:module')
  const [, , file, driver, requireFrom] = process.argv
  const Database = driver === 'node:sqlite'
    ? process.getBuiltinModule('node:sqlite').DatabaseSync
    : createRequire(requireFrom)('better-sqlite3')
  const database = new Database(file)
  database.exec('BEGIN')
  database.prepare('SELECT count(*) FROM sqlite_schema').get()
  process.send('open')
  setInterval(() => {}, 1000)
`

describe.each(testedDrivers)('the lock of a database, on %s', (driver) => {
  const open = async (file: string, options = {}) => {
    const metadata = await openSqliteMetadata({ file, driver, busyTimeout: 0, ...options })
    onTestFinished(() => metadata.close())
    return metadata
  }

  it('gives the records to one store alone, and lets others in afterwards', async () => {
    const file = await databaseFile()
    const first = await open(file)
    const second = await open(file)
    await expect(first.claimAlone?.()).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/open elsewhere/),
    })
    await second.close()
    const claim = await first.claimAlone?.()
    await expect(open(file)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/for itself/),
    })
    const reading = await open(file, { readOnly: true })
    expect(reading.claimAlone).toBeUndefined()
    await claim?.release()
    await claim?.release()
    await open(file)
    expect(await readFile(lockFileOf(file), 'utf8')).toBe('')
  })

  it('ends with the process that holds it', async () => {
    const file = await databaseFile()
    const metadata = await open(file)
    const script = path.join(path.dirname(file), 'other.cjs')
    await writeFile(script, OTHER)
    const other = fork(script, [lockFileOf(file), driver, import.meta.url], { execArgv: [] })
    onTestFinished(() => void other.kill('SIGKILL'))
    await once(other, 'message')
    await expect(metadata.claimAlone?.()).rejects.toMatchObject({ code: 'unavailable' })
    other.kill('SIGKILL')
    await once(other, 'exit')
    const claim = await metadata.claimAlone?.()
    await claim?.release()
  })

  it('lies beside no file that is not ours', async () => {
    const file = await databaseFile()
    await writeFile(file, 'text of another application, which is no database at all')
    await expect(open(file)).rejects.toMatchObject({ code: 'invalid_argument' })
    await expect(stat(lockFileOf(file))).rejects.toMatchObject({ code: 'ENOENT' })
  })
})
