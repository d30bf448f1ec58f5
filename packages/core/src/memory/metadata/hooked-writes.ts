import type { DoneWrite } from '../../ports/audited-writes.ts'
import type { Roles } from '../../ports/port-types.ts'
import { callMethod, makeRoles } from '../../ports/port-views.ts'

/** Receives every write of the port after it is done. */
type OnWrite = (done: DoneWrite) => void

/** The same records. They pass each of their writes to `onWrite`. */
export function hookedWrites(records: Roles, onWrite: OnWrite): Roles {
  return makeRoles((method) => {
    const { verb } = method
    if (verb === null) return (...given) => callMethod(records, method, given)
    return async (...given) => {
      const value = await callMethod(records, method, given)
      // The conditions under which a key is made say who makes it, and not the key.
      const request = verb === 'createKey' ? Object.assign({ key: given[0] }, given[1]) : given[0]
      onWrite({ verb, request, value })
      return value
    }
  })
}
