import { databaseFrozen } from '@stowage/core/ports'
import { createDatabase, type Database, type DatabaseOptions } from '../connection/database.ts'

/** Whether writes are refused, of the row that says that this database is left. */
interface Departure {
  readonly moved: boolean
  /** `null`: no freeze was asked for. */
  readonly frozen: boolean | null
}

/** A freeze that nobody ended is over. */
const FREEZE_OVER = new Error('The freeze is over.')

/**
 * A database whose transactions are refused, `unavailable`, while it is frozen, and for ever once its records
 * have moved. The lock lets a freeze wait for those that have begun.
 */
export function servingDatabase(options: Omit<DatabaseOptions, 'guard'>): Database {
  const unguarded = createDatabase(options)
  const guarded = createDatabase({
    ...options,
    guard: {
      text: 'SELECT moved, frozen_until > clock_timestamp() AS frozen FROM $schema.departure FOR SHARE',
      assert([departure]) {
        if (departure === undefined) return
        const { moved, frozen } = departure as Departure
        if (moved || frozen) throw databaseFrozen(moved ? 'moved' : 'frozen')
        if (frozen !== null) throw FREEZE_OVER
      },
    },
  })
  return {
    read: guarded.read,
    async transaction(body) {
      for (;;) {
        try {
          return await guarded.transaction(body)
        } catch (error) {
          if (error !== FREEZE_OVER) throw error
        }
        // Whatever a clock that is set back says later: from now on there is no handing over any more.
        await unguarded.transaction((sql) => sql(END_FREEZE))
      }
    },
  }
}

const END_FREEZE = `UPDATE $schema.departure SET frozen_until = NULL
  WHERE frozen_until <= clock_timestamp()`
