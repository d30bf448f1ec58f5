import { isFault } from './is-fault.ts'
import { toApiError } from './to-api-error.ts'

/** What the work resolves to; `null` when it is refused. Rejects with a fault of the service. */
export async function nullUnlessFault<Value>(work: () => Promise<Value>): Promise<Value | null> {
  try {
    return await work()
  } catch (error) {
    if (isFault(toApiError(error))) throw error
    return null
  }
}
