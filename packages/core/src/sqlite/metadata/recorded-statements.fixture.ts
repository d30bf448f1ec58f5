import { createTestClock, metadataContract, transferContract } from '@stowage/testing'
import { wallClock } from '../../time/timestamp.ts'
import { openConnection } from '../connection/connection.ts'
import { databaseFile, found, testedDrivers } from '../connection/drivers.fixture.ts'
import { openFirstReadConnection, openReadOnlyConnection } from '../connection/read-connection.ts'
import { openStoreLock } from '../connection/store-lock.ts'
import { type OpenDatabase, openerOf } from '../driver/driver.ts'
import { emptyDatabase } from './explained-database.fixture.ts'
import { recordedMetadata } from './recorded-metadata.fixture.ts'

/** Cases that make thousands of rows; the others run the same statements. */
const MANY = /more assets than|at most 1,000|against the limits|what a walk would/

/** One statement with a plan. */
const PLANNED = /^\s*(?:WITH|SELECT|INSERT|REPLACE|UPDATE|DELETE)\b[^;]*$/i

type Record = (text: string) => void

/**
 * Every statement that the contracts of the records and of their transfer, and an opening, make a store run. Not what a
 * backup does: it copies the whole file, and deletes the leases in the copy.
 */
export async function recordedStatements(): Promise<ReadonlySet<string>> {
  const statements = new Set<string>()
  const record: Record = (text) => {
    if (PLANNED.test(text)) statements.add(text)
  }
  await recordContract(record)
  await recordTransfer(record)
  await recordOpening(record)
  return statements
}

async function recordContract(record: Record): Promise<void> {
  for (const { name, needs = [], run } of metadataContract) {
    if (needs.includes('restore') || MANY.test(name)) continue
    const clock = createTestClock()
    const client = emptyDatabase()
    const open = () => recordedMetadata(client, clock.read, record)
    await run({ metadata: open(), clock, reopen: async () => open() })
  }
}

async function recordTransfer(record: Record): Promise<void> {
  for (const { run } of transferContract) {
    const [left, right] = [emptyDatabase(), emptyDatabase()]
    const open = (client: typeof left) => recordedMetadata(client, wallClock, record)
    await run({ from: open(left), to: open(right), reopen: async () => open(left) })
  }
}

/** Of a new database, and of the same one again. */
async function recordOpening(record: Record): Promise<void> {
  const file = await databaseFile()
  const open = recordingOpener(record)
  for (let time = 0; time < 2; time += 1) {
    openFirstReadConnection(open, file)?.close()
    openConnection(open, file, 0).close()
    openReadOnlyConnection(open, file).close()
    const lock = await openStoreLock(open, file, 0)
    await (await lock.claim()).release()
    lock.close()
  }
}

function recordingOpener(record: Record): OpenDatabase {
  const opener = openerOf(found(testedDrivers[0] ?? 'better-sqlite3'))
  return (file, options) => {
    const client = opener(file, options)
    return {
      close: () => client.close(),
      exec(text) {
        record(text)
        return client.exec(text)
      },
      prepare(text) {
        record(text)
        return client.prepare(text)
      },
    }
  }
}
