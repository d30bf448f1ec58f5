import type { InsertRequest } from '../../assets/insert-request.ts'
import { invalidArgument } from '../../errors/invalid-argument.ts'
import { alreadyExists } from '../../errors/metadata-errors.ts'
import { isStowageError, StowageError } from '../../errors/stowage-error.ts'
import type { PortVerb } from '../../ports/port-types.ts'
import { type Clock, type Micros, wallClock } from '../../time/timestamp.ts'
import { sqliteFailure, toStoreError } from '../connection/failure.ts'
import { retryWhileUnopened } from '../connection/retry.ts'
import { rollBack, type Sql, type SqliteClient, statementsOf } from '../driver/client.ts'
import { onWrite } from '../hook/on-write.ts'
import { applyCountChanges } from '../tenants/count-tree.ts'
import type { Transaction } from '../tenants/transaction.ts'
import { applyListChanges } from '../terms/list-changes.ts'
import { assertServing } from '../transfer/transfer-state.ts'
import { roomFor } from './needs-room.ts'
import type { Operation } from './operation.ts'
import { type PlainError, toPlainError } from './plain-error.ts'
import { transferWrite } from './transfer-writes.ts'
import * as writes from './writes.ts'

/**
 * Batches for which another refusal is expected after one. Otherwise one failing client makes every batch run twice.
 */
const CAREFUL_BATCHES = 64

/** Checks before a batch and before each operation. Callers get the errors that they throw. */
interface BatchChecks {
  readonly assertUsable?: () => void
  /** `share` of the reserve of the volume must stay free. */
  readonly assertRoom?: (share: number) => void
  /** Called before each transaction, and before its commit. */
  readonly begin?: () => void
  readonly assertCommit?: () => void
}

/** The result of one operation. */
export type Outcome = { readonly value: unknown } | { readonly error: PlainError }

/**
 * Creates the function that runs a batch of operations as one transaction and returns the outcome of each once it is
 * committed. A refused operation does not affect the others. When the whole transaction fails, or `assertUsable` throws
 * before it, each operation gets the same error: `unavailable` or `insufficient_storage` when nothing was changed,
 * `outcome_unknown` when only the next recovery of the file can decide.
 *
 * All operations of a batch happen at one time: the one given, else the system's once the write lock is held.
 */
export function createBatchRunner(
  client: SqliteClient,
  {
    assertUsable = () => {},
    assertRoom = () => {},
    begin = () => {},
    assertCommit = () => {},
  }: BatchChecks = {},
): (operations: readonly Operation[], at?: Micros) => readonly Outcome[] {
  const sql = statementsOf(client)
  let careful = 0

  /** Refusals are rare, so this first runs without savepoints: that saves an upload a quarter of its statements. */
  function runBatch(operations: readonly Operation[], readTime: Clock): readonly Outcome[] {
    if (careful === 0) {
      const outcomes = transact({ client, sql, readTime, assertCommit }, (transaction) =>
        runTogether(transaction, operations, assertRoom),
      )
      if (outcomes !== null) return outcomes
      careful = CAREFUL_BATCHES
    }
    careful -= 1
    return transact({ client, sql, readTime, assertCommit }, (transaction) =>
      operations.map((operation) => runSeparately(transaction, operation, assertRoom)),
    )
  }

  /** A missing file explains the error better. */
  function explained(error: unknown): unknown {
    if (isStowageError(error)) return error
    try {
      assertUsable()
    } catch (reason) {
      return reason
    }
    return error
  }

  return (operations, at) => {
    try {
      assertUsable()
      begin()
      const readTime = at === undefined ? wallClock : () => at
      return retryWhileUnopened(() => runBatch(operations, readTime))
    } catch (error) {
      const failure = toPlainError(toStoreError(explained(error)))
      return operations.map(() => ({ error: failure }))
    }
  }
}

/** Commits the work of `run`, unless it returns `null`. */
function transact<Outcomes extends readonly Outcome[] | null>(
  on: {
    readonly client: SqliteClient
    readonly sql: Sql
    readonly readTime: Clock
    readonly assertCommit: () => void
  },
  run: (transaction: Transaction) => Outcomes,
): Outcomes {
  const { client, sql, readTime, assertCommit } = on
  client.exec('BEGIN IMMEDIATE')
  let outcomes: Outcomes
  try {
    const transaction: Transaction = { sql, now: readTime(), countChanges: [], listChanges: [] }
    outcomes = run(transaction)
    if (outcomes === null) {
      rollBack(client)
      return outcomes
    }
    applyCountChanges(sql, transaction.countChanges)
    applyListChanges(sql, transaction.listChanges)
    assertCommit()
  } catch (error) {
    rollBack(client)
    throw error
  }
  commit(client)
  return outcomes
}

function commit(client: SqliteClient): void {
  try {
    client.exec('COMMIT')
  } catch (error) {
    rollBack(client)
    const failure = sqliteFailure(error)
    if (failure === 'busy' || failure === 'full') throw error
    // The commit may be in the log although it was not confirmed.
    throw new StowageError(
      'outcome_unknown',
      'The commit was cut off and may have happened. Look before doing it again.',
      {
        cause: error,
      },
    )
  }
}

/** `null` when one operation is refused: the others must be undone with it. */
function runTogether(
  transaction: Transaction,
  operations: readonly Operation[],
  assertRoom: (share: number) => void,
): readonly Outcome[] | null {
  try {
    return operations.map((operation) => ({ value: perform(transaction, operation, assertRoom) }))
  } catch (error) {
    if (refusalOf(error) === null) throw error
    return null
  }
}

function perform(
  transaction: Transaction,
  operation: Operation,
  assertRoom: (share: number) => void,
): unknown {
  const { verb, request } = operation
  assertRoom(roomFor(operation))
  const transfer = transferWrite(verb)
  if (transfer?.whileMoving !== true) assertServing(transaction)
  const run = writes[verb] as (on: Transaction, request: unknown) => unknown
  const value = run(transaction, request)
  // An insert calls `onWrite` itself, with the new assets.
  const isDone = transfer === undefined && verb !== 'insert'
  if (isDone) onWrite(transaction, { verb: verb as PortVerb, request, value })
  return value
}

function runSeparately(
  transaction: Transaction,
  operation: Operation,
  assertRoom: (share: number) => void,
): Outcome {
  const { sql, countChanges, listChanges } = transaction
  const before = [countChanges.length, listChanges.length] as const
  sql('SAVEPOINT operation').run()
  try {
    const value = perform(transaction, operation, assertRoom)
    sql('RELEASE operation').run()
    return { value }
  } catch (error) {
    const refusal = refusalOf(error)
    // SQLite may already have rolled back the whole transaction, with every write in it.
    if (refusal === null) throw error
    sql('ROLLBACK TO operation').run()
    sql('RELEASE operation').run()
    countChanges.length = before[0]
    listChanges.length = before[1]
    return {
      error: toPlainError(isIdTaken(sql, operation, refusal) ? alreadyExists('id') : refusal),
    }
  }
}

/** The error of one operation; `null` when the whole transaction has failed. */
function refusalOf(error: unknown): StowageError | null {
  if (isStowageError(error)) return error
  const failure = sqliteFailure(error)
  if (failure === 'constraint') return alreadyExists(takenBy(error))
  if (failure !== null) return null
  return invalidArgument('request', 'The request is not of the documented form.', error)
}

/** When both ids of an asset are taken, SQLite may name either; the other databases name `id`. */
function isIdTaken(sql: Sql, { verb, request }: Operation, refusal: StowageError): boolean {
  if (verb !== 'insert' || !isStowageError(refusal, 'invalid_argument')) return false
  if (refusal.context.argument !== 'publicFileId') return false
  const ids = JSON.stringify((request as InsertRequest).assets.map(({ id }) => id))
  const taken = 'SELECT 1 FROM assets WHERE id IN (SELECT value FROM json_each(?)) LIMIT 1'
  return sql(taken).get(ids) !== undefined
}

/** The value that must be unique: SQLite names its column only in the message. */
function takenBy(error: unknown): 'id' | 'publicFileId' {
  return String(error).endsWith(': assets.public_file_id') ? 'publicFileId' : 'id'
}
