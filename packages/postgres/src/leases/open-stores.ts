import { randomUUID } from 'node:crypto'
import { StowageError } from '@stowage/core'
import { raceAbort, type StoreClaim } from '@stowage/core/internal'
import type { Database, Sql } from '../connection/database.ts'

/** Milliseconds between two renewals, and how long a row is valid. */
const EVERY = 60_000
const LASTS = 180_000
/** Milliseconds that `close` waits for the deletion of its row. */
const GOING = 2000

/** Shows other processes that a store has the records open for writing, until `close`. */
export interface OpenStore {
  /** `MetadataStore.claimAlone`. A claim of a process that dies ends within 3 minutes. */
  claim(): Promise<StoreClaim>
  close(): Promise<void>
}

/** The server's clock, even in tests with their own clock: it only decides which stores are open. */
const SOON = `clock_timestamp() + interval '${LASTS} ms'`
const THERE = 'until > clock_timestamp()'

/**
 * Adds a row to `open_stores` and renews it each minute. `unavailable` when a process has claimed the records for
 * itself. When the database accepts no row, the store opens without one.
 */
export async function openStoreRow(database: Database): Promise<OpenStore> {
  const id = randomUUID()
  let isClaiming = false

  async function renew(): Promise<boolean> {
    return database.transaction(async (sql) => {
      await forgetGone(sql)
      const rows = await sql(
        `INSERT INTO $schema.open_stores AS s (id, alone, until)
          SELECT $1::uuid, $2::boolean, ${SOON}
          WHERE NOT EXISTS (SELECT 1 FROM $schema.open_stores o WHERE o.id <> $1::uuid AND o.alone AND o.${THERE})
          ON CONFLICT (id) DO UPDATE SET alone = excluded.alone, until = excluded.until RETURNING 1`,
        [id, isClaiming],
      )
      return rows.length === 1
    })
  }

  async function claim(): Promise<StoreClaim> {
    await database.transaction(async (sql) => {
      // No store is opened or renewed until this is decided.
      await sql('LOCK TABLE $schema.open_stores IN SHARE ROW EXCLUSIVE MODE')
      await forgetGone(sql)
      const others = await sql('SELECT 1 FROM $schema.open_stores WHERE id <> $1 LIMIT 1', [id])
      if (others.length > 0) throw openElsewhere()
      await sql(
        `INSERT INTO $schema.open_stores AS s (id, alone, until) VALUES ($1, true, ${SOON})
          ON CONFLICT (id) DO UPDATE SET alone = true, until = excluded.until`,
        [id],
      )
    })
    isClaiming = true
    return {
      async release() {
        if (!isClaiming) return
        await inTurn(async () => {
          isClaiming = false
          await renew()
        })
      },
    }
  }

  /** One at a time: an earlier renewal must not undo a claim or restore the row after the end. */
  let last: Promise<unknown> = Promise.resolve()
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = last.then(work)
    last = result.catch(() => {})
    return result
  }

  const isFree = await renew().catch(() => true)
  if (!isFree) throw claimed()
  const timer = setInterval(() => void inTurn(renew).catch(() => {}), EVERY)
  timer.unref()
  return {
    claim: () => inTurn(claim),
    async close() {
      clearInterval(timer)
      const gone = inTurn(() =>
        database.transaction(async (sql) => {
          await sql('DELETE FROM $schema.open_stores WHERE id = $1', [id])
        }),
      )
      // The row expires by itself, so a database that does not answer must not delay the end of the process.
      await raceAbort(gone, AbortSignal.timeout(GOING)).catch(() => {})
    },
  }
}

async function forgetGone(sql: Sql): Promise<void> {
  await sql(`DELETE FROM $schema.open_stores WHERE NOT (${THERE})`)
}

function claimed(): StowageError {
  return new StowageError(
    'unavailable',
    'Another process has the records for itself, to move the files. Open the store when that has ended; after a crash of that process within 3 minutes.',
  )
}

function openElsewhere(): StowageError {
  return new StowageError(
    'unavailable',
    'The store is open elsewhere, and this must be done by one process alone. Close the others, then try again. One that was killed counts for 3 minutes.',
  )
}
