import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { createMemoryMetadata } from '../../memory/metadata/create-memory-metadata.ts'
import type { MigratableMetadata } from '../../ports/transfer.ts'
import { describeContract } from '../../testing/contract.ts'
import { storedOne } from '../../testing/metadata-store/fixture.ts'
import { transferContract } from '../../testing/transfer/contract.ts'
import { allEntries } from '../../testing/transfer/fixture.ts'
import { databaseFile, rawConnection, testedEngines } from '../connection/engines.fixture.ts'
import { openSqliteMetadata } from './open-sqlite-metadata.ts'

for (const engine of testedEngines) {
  for (const other of ['SQLite', 'memory'] as const) {
    const setup = async () => {
      const directory = await mkdtemp(path.join(tmpdir(), 'stowage-transfer-'))
      const opened: MigratableMetadata[] = []
      const open = async (name: string): Promise<MigratableMetadata> => {
        const metadata = await openSqliteMetadata({ file: path.join(directory, name), engine })
        opened.push(metadata)
        return metadata
      }
      const to = other === 'SQLite' ? await open('to.db') : createMemoryMetadata()
      return {
        fixture: { from: await open('from.db'), to, reopen: () => open('from.db') },
        async dispose() {
          for (const metadata of opened) await metadata.close()
          await rm(directory, { recursive: true })
        },
      }
    }
    describeContract(`transfer from ${engine} to ${other}`, transferContract, setup, {
      describe,
      it,
    })
  }
}

describe.each(testedEngines)('transfer on %s', (engine) => {
  it('leaves no trigger and no table behind', async () => {
    const file = await databaseFile()
    const metadata = await openSqliteMetadata({ file, engine })
    const raw = rawConnection(engine, file)
    // SQLite keeps a table of its own, empty, once a key has been counted up.
    const ours = `SELECT type, name FROM sqlite_schema WHERE name <> 'sqlite_sequence' ORDER BY name`
    const schema = () => raw.prepare(ours).all()
    const before = schema()
    const source = metadata.transfer.source
    await source.record()
    await storedOne(metadata)
    expect(schema().length).toBeGreaterThan(before.length)
    await source.stop()
    expect(schema()).toEqual(before)
    await source.record()
    await source.pauseWrites(60_000)
    await source.handOver()
    expect(schema()).toEqual(before)
    await metadata.close()
  })

  it('forgets what a crash right after the hand-over left of the recording', async () => {
    const file = await databaseFile()
    const metadata = await openSqliteMetadata({ file, engine })
    const raw = rawConnection(engine, file)
    const tables = () =>
      raw.prepare(`SELECT name FROM sqlite_schema WHERE name LIKE 'changes%' ORDER BY name`).all()
    const source = metadata.transfer.source
    const id = await source.record()
    const create = raw.prepare(`SELECT sql FROM sqlite_schema WHERE name = 'changes'`).get() as {
      readonly sql: string
    }
    await source.pauseWrites(60_000)
    await source.handOver()
    expect(tables()).toEqual([])
    raw.exec(create.sql)
    expect(await source.record()).toBe(id)
    expect(tables()).toEqual([])
    await metadata.close()
  })

  it('is paused for no longer than asked, though the clock of the mover was a day ahead', async () => {
    const file = await databaseFile()
    const ahead = () => (Date.now() + 86_400_000) * 1000
    const mover = await openSqliteMetadata({ file, engine, clock: ahead })
    const source = mover.transfer.source
    await source.record()
    await source.pauseWrites(2000)
    const metadata = await openSqliteMetadata({ file, engine })
    await storedOne(metadata)
    // There was a write since.
    expect(await source.handOver()).toBe(false)
    await mover.close()
    await metadata.close()
  })

  it('moves no blob whose state it does not know', async () => {
    const file = await databaseFile()
    const metadata = await openSqliteMetadata({ file, engine })
    await storedOne(metadata)
    const raw = rawConnection(engine, file)
    raw.exec('PRAGMA ignore_check_constraints = ON; UPDATE blobs SET state = 5')
    const source = metadata.transfer.source
    await source.record()
    await expect(allEntries(source)).rejects.toMatchObject({ code: 'database_too_new' })
    await metadata.close()
  })
})
