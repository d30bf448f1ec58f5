import { newAsset } from '@stowage/testing'
import { describe, expect, it } from 'vitest'
import { StowageError } from '../../errors/stowage-error.ts'
import { databaseFile, rawConnection, testedDrivers } from '../connection/drivers.fixture.ts'
import { type SqliteClient, statementsOf } from '../driver/client.ts'
import { migrate } from '../schema/migrations.ts'
import { countOf, LIVE, WHOLE_TENANT } from '../tenants/count-tree.ts'
import { createBatchRunner, type Outcome } from './batch.ts'
import type { Operation } from './operation.ts'

const tenant = 'default'

/** What reserves and inserts `count` fresh assets. */
function upload(count: number): Operation[] {
  const assets = Array.from({ length: count }, () => newAsset())
  const keys = assets.map(({ blobKey }) => blobKey)
  return [
    { verb: 'reserve', request: { keys, lifetime: 9000 } },
    { verb: 'insert', request: { tenant, assets, keyId: null, quota: null } },
  ]
}

const codes = (outcomes: readonly Outcome[]) =>
  outcomes.map((outcome) => ('error' in outcome ? outcome.error.code : 'done'))

/** The client, except that it fails to `exec` this SQL, with a better-sqlite3 error of this code. */
function failing(client: SqliteClient, failingSql: string, code: string): SqliteClient {
  return {
    prepare: (sql) => client.prepare(sql),
    close: () => client.close(),
    exec(sql) {
      if (sql === failingSql) throw Object.assign(new Error(code), { code })
      return client.exec(sql)
    },
  }
}

describe.each(testedDrivers)('createBatchRunner on %s', (driver) => {
  async function database() {
    const file = await databaseFile()
    const client = rawConnection(driver, file)
    client.exec('PRAGMA journal_mode = WAL')
    migrate(client)
    const stored = () =>
      statementsOf(client)<{ n: number }>('SELECT count(*) AS n FROM assets').get()?.n
    const counted = () =>
      countOf(statementsOf(client), { tenantId: 1, part: WHOLE_TENANT, list: LIVE })
    return { client, stored, counted, other: () => rawConnection(driver, file) }
  }

  it('says that the file is gone where it goes during a batch', async () => {
    const { client } = await database()
    const gone = new StowageError('unavailable', 'It was removed.')
    let looks = 0
    const outcomes = createBatchRunner(client, {
      assertUsable() {
        looks += 1
        if (looks > 1) throw gone
      },
      assertCommit() {
        throw Object.assign(new Error('stat'), { code: 'ENOENT', syscall: 'stat' })
      },
    })(upload(1))
    expect(outcomes).toMatchObject([gone, gone].map(({ message }) => ({ error: { message } })))
  })

  it('does a batch again for which SQLite got no descriptor', async () => {
    const { client, stored, counted } = await database()
    let refusals = 2
    const outcomes = createBatchRunner({
      ...client,
      prepare: (sql) => client.prepare(sql),
      exec(sql) {
        if (sql !== 'COMMIT' && refusals > 0) {
          refusals -= 1
          throw Object.assign(new Error('unable to open database file'), {
            code: 'SQLITE_CANTOPEN',
          })
        }
        return client.exec(sql)
      },
    })(upload(2))
    expect(codes(outcomes)).toEqual(['done', 'done'])
    expect([refusals, stored(), counted()]).toEqual([0, 2, 2])
  })

  it('undoes a refused operation, its counts too, and keeps the others', async () => {
    const { client, stored, counted } = await database()
    const [first = newAsset(), second = newAsset()] = [newAsset(), newAsset()]
    const outcomes = createBatchRunner(client)([
      ...upload(2),
      // The first of the two is inserted before the second is found to have no reservation.
      { verb: 'reserve', request: { keys: [first.blobKey], lifetime: 9000 } },
      { verb: 'insert', request: { tenant, assets: [first, second], keyId: null, quota: null } },
      ...upload(3),
    ])
    expect(codes(outcomes)).toEqual(['done', 'done', 'done', 'reservation_lost', 'done', 'done'])
    expect([stored(), counted()]).toEqual([5, 5])
  })

  it('runs nothing twice while refusals go on', async () => {
    const { client } = await database()
    let begun = 0
    const counting: SqliteClient = {
      prepare: (sql) => client.prepare(sql),
      close: () => client.close(),
      exec(sql) {
        if (sql === 'BEGIN IMMEDIATE') begun += 1
        return client.exec(sql)
      },
    }
    const runBatch = createBatchRunner(counting)
    const lost: Operation = {
      verb: 'insert',
      request: { tenant, assets: [newAsset()], keyId: null, quota: null },
    }
    for (let batch = 0; batch < 10; batch += 1) {
      expect(codes(runBatch([...upload(1), lost]))).toEqual(['done', 'done', 'reservation_lost'])
    }
    expect(begun).toBe(11)
  })

  it('refuses a request that is not of the documented form, and keeps the others', async () => {
    const { client, stored } = await database()
    const broken = { verb: 'reserve', request: { keys: [{}], lifetime: 9000 } }
    const outcomes = createBatchRunner(client)([broken as unknown as Operation, ...upload(1)])
    expect(codes(outcomes)).toEqual(['invalid_argument', 'done', 'done'])
    expect(stored()).toBe(1)
  })

  it('is unavailable while another connection holds the lock, and works afterwards', async () => {
    const { client, other, stored } = await database()
    client.exec('PRAGMA busy_timeout = 1')
    const holder = other()
    holder.exec('BEGIN IMMEDIATE')
    const runBatch = createBatchRunner(client)
    const operations = upload(1)
    expect(codes(runBatch(operations))).toEqual(['unavailable', 'unavailable'])
    holder.exec('COMMIT')
    expect(codes(runBatch(operations))).toEqual(['done', 'done'])
    expect(stored()).toBe(1)
  })

  it('fails every write as insufficient_storage when the disk is full, and changes nothing', async () => {
    const { client, stored, counted } = await database()
    const runBatch = createBatchRunner(client)
    runBatch(upload(1))
    const pages = client.prepare('PRAGMA page_count').get() as { page_count: number }
    client.exec(`PRAGMA max_page_count = ${pages.page_count + 1}`)
    const codesWhenFull = codes(runBatch([...upload(1), ...upload(500), ...upload(1)]))
    expect(new Set(codesWhenFull)).toEqual(new Set(['insufficient_storage']))
    expect([stored(), counted()]).toEqual([1, 1])
    client.exec('PRAGMA max_page_count = 1000000')
    expect(codes(runBatch(upload(500)))).toEqual(['done', 'done'])
    expect([stored(), counted()]).toEqual([501, 501])
  })

  it('reports so also while it expects refusals, and begins nothing a second time', async () => {
    const { client, stored, counted } = await database()
    let begun = 0
    const counting: SqliteClient = {
      prepare: (sql) => client.prepare(sql),
      close: () => client.close(),
      exec(sql) {
        if (sql === 'BEGIN IMMEDIATE') begun += 1
        return client.exec(sql)
      },
    }
    const fill = [...upload(1), ...upload(500)]
    const pages = client.prepare('PRAGMA page_count').get() as { page_count: number }
    client.exec(`PRAGMA max_page_count = ${pages.page_count + 1}`)
    const runBatch = createBatchRunner(counting)
    expect(new Set(codes(runBatch(fill)))).toEqual(new Set(['insufficient_storage']))
    expect(begun).toBe(1)
    const lost = { tenant, assets: [newAsset()], keyId: null, quota: null }
    expect(codes(runBatch([{ verb: 'insert', request: lost }]))).toEqual(['reservation_lost'])
    expect(new Set(codes(runBatch(fill)))).toEqual(new Set(['insufficient_storage']))
    expect([stored(), counted()]).toEqual([0, 0])
  })

  it('rolls everything back when the counts cannot be written', async () => {
    const { client, stored } = await database()
    client.exec(
      `CREATE TRIGGER broken BEFORE INSERT ON counts BEGIN SELECT raise(ABORT, 'no'); END`,
    )
    const runBatch = createBatchRunner(client)
    const operations = upload(2)
    expect(codes(runBatch(operations))).toEqual(['unavailable', 'unavailable'])
    expect(stored()).toBe(0)
    client.exec('DROP TRIGGER broken')
    expect(codes(runBatch(operations))).toEqual(['done', 'done'])
  })

  it.each([
    ['SQLITE_BUSY', 'unavailable'],
    ['SQLITE_FULL', 'insufficient_storage'],
    ['SQLITE_IOERR_FSYNC', 'outcome_unknown'],
  ])('answers %s at the commit with %s, and can go on', async (failure, code) => {
    const { client, stored } = await database()
    const operations = upload(1)
    const outcomes = createBatchRunner(failing(client, 'COMMIT', failure))(operations)
    expect(codes(outcomes)).toEqual([code, code])
    expect(codes(createBatchRunner(client)(operations))).toEqual(['done', 'done'])
    expect(stored()).toBe(1)
  })
})
