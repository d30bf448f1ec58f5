import type { Roles } from '../../ports/port-types.ts'
import { callMethod, makeRoles } from '../../ports/port-views.ts'
import { type DoneWrite, doneWrite } from '../../ports/write-events.ts'

/** Receives every write of the port after it is done. */
type OnWrite = (done: DoneWrite) => void

/** The same records. They pass each of their writes to `onWrite`. */
export function hookedWrites(records: Roles, onWrite: OnWrite): Roles {
  return makeRoles((method) => {
    const { verb } = method
    if (verb === null) return (...given) => callMethod(records, method, given)
    return async (...given) => {
      const value = await callMethod(records, method, given)
      onWrite(doneWrite(verb, given, value))
      return value
    }
  })
}
