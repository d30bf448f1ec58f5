import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  createTestClock,
  describeContract,
  metadataContract,
  newAsset,
  stored,
} from '@stowage/testing'
import { describe, expect, it } from 'vitest'
import type { MetadataStore } from '../../ports/metadata-store.ts'
import {
  databaseFile,
  nodeHasSqlite,
  rawConnection,
  testedDrivers,
} from '../connection/drivers.fixture.ts'
import { MIGRATIONS } from '../schema/migrations.ts'
import { openSqliteMetadata } from './open-sqlite-metadata.ts'

for (const driver of testedDrivers) {
  describeContract(
    `openSqliteMetadata on ${driver}`,
    metadataContract,
    async () => {
      const directory = await mkdtemp(path.join(tmpdir(), 'stowage-sqlite-'))
      const opened: MetadataStore[] = []
      const clock = createTestClock()
      const openIn = async (directory: string, name: string): Promise<MetadataStore> => {
        const metadata = await openSqliteMetadata({
          file: path.join(directory, name),
          driver,
          clock: clock.read,
        })
        opened.push(metadata)
        return metadata
      }
      const open = () => openIn(directory, 'a.db')
      return {
        fixture: {
          metadata: await open(),
          clock,
          reopen: open,
          restore: (backup) => openIn(backup, 'stowage.db'),
        },
        async dispose() {
          for (const metadata of opened) await metadata.close()
          await rm(directory, { recursive: true })
        },
      }
    },
    { describe, it },
  )
}

describe.skipIf(nodeHasSqlite)('openSqliteMetadata on node:sqlite', () => {
  it('is refused with what to do about it, where Node has none', async () => {
    const opening = openSqliteMetadata({ file: await databaseFile(), driver: 'node:sqlite' })
    await expect(opening).rejects.toMatchObject({
      code: 'sqlite_unavailable',
      message: expect.stringContaining('22.16'),
    })
  })
})

describe('openSqliteMetadata', () => {
  it('refuses what is not a file, or in no directory', async () => {
    const missing = path.join(path.dirname(await databaseFile()), 'missing', 'a.db')
    for (const file of ['', ':memory:', missing]) {
      await expect(openSqliteMetadata({ file })).rejects.toMatchObject({
        code: 'invalid_argument',
        context: { argument: 'file' },
      })
    }
  })

  it.each(testedDrivers)(
    'refuses a file that is not a database, or one of a later release (%s)',
    async (driver) => {
      const garbage = await databaseFile()
      await writeFile(garbage, 'not a database '.repeat(1000))
      await expect(openSqliteMetadata({ file: garbage, driver })).rejects.toMatchObject({
        code: 'invalid_argument',
      })
      const newer = await databaseFile()
      await (await openSqliteMetadata({ file: newer, driver })).close()
      rawConnection(driver, newer).exec('PRAGMA user_version = 99')
      await expect(openSqliteMetadata({ file: newer, driver })).rejects.toMatchObject({
        code: 'database_too_new',
        context: { version: 99, newest: MIGRATIONS.length },
      })
    },
  )

  it.each(testedDrivers)('keeps times and numbers as integers (%s)', async (driver) => {
    const file = await databaseFile()
    const metadata = await openSqliteMetadata({ file, driver })
    await stored(metadata, [newAsset()])
    await metadata.close()
    const types = rawConnection(driver, file)
      .prepare('SELECT typeof(created_at) AS time, typeof(seq) AS seq, variants FROM assets')
      .all()
    expect(types).toEqual([{ time: 'integer', seq: 'integer', variants: null }])
  })
})
