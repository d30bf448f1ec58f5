import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { newAsset, stored, storedOne } from '@stowage/testing'
import { listed } from '@stowage/testing/internal'
import { describe, expect, it, onTestFinished } from 'vitest'
import { databaseFile, testedDrivers } from '../connection/drivers.fixture.ts'
import type { SqliteDriver } from '../driver/driver.ts'
import { openSqliteMetadata } from '../metadata/open-sqlite-metadata.ts'

const LOCK_HOLDER = `
  const { createRequire } = require('node:module')
  const [, , file, driver, requireFrom] = process.argv
  const Database = driver === 'node:sqlite'
    ? process.getBuiltinModule('node:sqlite').DatabaseSync
    : createRequire(requireFrom)('better-sqlite3')
  const database = new Database(file)
  database.exec('BEGIN EXCLUSIVE')
  process.send('locked')
  process.on('message', () => {
    database.exec('COMMIT')
    database.close()
    process.disconnect()
  })
`

/** Starts a process that holds the write lock until it gets a message. */
async function lockHolder(file: string, driver: SqliteDriver): Promise<ChildProcess> {
  const script = path.join(path.dirname(file), 'lock-holder.cjs')
  await writeFile(script, LOCK_HOLDER)
  const child = fork(script, [file, driver, import.meta.url], { execArgv: [] })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  await once(child, 'message')
  return child
}

describe.each(testedDrivers)(
  'openSqliteMetadata on %s, another process holding the lock',
  (driver) => {
    async function opened(busyTimeout: number) {
      const file = await databaseFile()
      const metadata = await openSqliteMetadata({ file, driver, busyTimeout })
      onTestFinished(() => metadata.close())
      return { file, metadata }
    }

    it('reads on, lets writes wait, and never holds the event loop up', async () => {
      const { file, metadata } = await opened(30_000)
      const asset = await storedOne(metadata)
      const fresh = newAsset()
      await metadata.blobs.reserve([fresh.blobKey], { lifetime: 60_000 })
      const holder = await lockHolder(file, driver)

      let waiting = true
      const writing = metadata.assets
        .insert({ tenant: 'default', assets: [fresh], keyId: null, quota: null })
        .finally(() => {
          waiting = false
        })
      // So many while the write waits: if it stood in their way, it would be given up first.
      for (let reads = 0; reads < 200 && waiting; reads += 1) {
        await setImmediate()
        expect(await metadata.assets.get({ id: asset.id })).toEqual(asset)
        expect((await listed(metadata)).total).toBe(1)
      }
      expect(waiting).toBe(true)

      holder.send('release')
      await writing
      expect((await listed(metadata)).total).toBe(2)
    })

    it('answers writes with unavailable in the end, and works afterwards', async () => {
      const { file, metadata } = await opened(50)
      const holder = await lockHolder(file, driver)
      await expect(metadata.blobs.reserve(['key'], { lifetime: 0 })).rejects.toMatchObject({
        code: 'unavailable',
      })
      holder.send('release')
      await once(holder, 'exit')
      await stored(metadata, [newAsset()])
    })
  },
)
