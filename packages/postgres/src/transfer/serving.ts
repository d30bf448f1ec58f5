import { writesRefused } from '@stowage/core/internal'
import { createDatabase, type Database, type DatabaseOptions } from '../connection/database.ts'

/** The row of the move of this database's records to another one: whether it refuses writes. */
interface Departure {
  readonly moved: boolean
  /** `null`: no pause was requested. */
  readonly paused: boolean | null
}

/** A pause has lapsed and must be ended first. */
const PAUSE_OVER = new Error('The pause is over.')

/**
 * A database whose transactions are refused (`unavailable`) while it is paused, and forever once its records
 * have moved. The lock makes a pause wait for running transactions.
 */
export function servingDatabase(options: Omit<DatabaseOptions, 'guard'>): Database {
  const unguarded = createDatabase(options)
  const guarded = createDatabase({
    ...options,
    guard: {
      text: 'SELECT moved, paused_until > clock_timestamp() AS paused FROM $schema.departure FOR SHARE',
      assert([departure]) {
        if (departure === undefined) return
        const { moved, paused } = departure as Departure
        if (moved || paused) throw writesRefused(moved ? 'moved' : 'paused')
        if (paused !== null) throw PAUSE_OVER
      },
    },
  })
  return {
    read: guarded.read,
    snapshot: guarded.snapshot,
    async transaction(body) {
      for (;;) {
        try {
          return await guarded.transaction(body)
        } catch (error) {
          if (error !== PAUSE_OVER) throw error
        }
        // A clock that is set back later must not start the pause again: after this write the records have
        // changed.
        await unguarded.transaction((sql) => sql(END_PAUSE))
      }
    },
  }
}

/** Ends a pause that has lapsed. */
export const END_PAUSE = `UPDATE $schema.departure SET paused_until = NULL
  WHERE paused_until <= clock_timestamp()`
