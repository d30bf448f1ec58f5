import { BudgetExceeded } from './bounded-reader.ts'
import { isRangeError } from './range-error.ts'

/** What a reading of a file gives; `null` when the file is damaged, or would cost more than it may. */
export async function unlessDamaged<Value>(read: () => Promise<Value>): Promise<Value | null> {
  try {
    return await read()
  } catch (cause) {
    if (isRangeError(cause) || cause instanceof BudgetExceeded) return null
    throw cause
  }
}
